#include "models/myrinet/link/crc8.h"

#include <algorithm>
#include <cstring>

namespace flybar::myrinet {
namespace {

constexpr std::uint8_t kPolynomial = 0x07;
constexpr std::size_t kSlices = 16;

constexpr std::uint8_t times_x(std::uint8_t a) {
  return static_cast<std::uint8_t>((a << 1) ^ ((a & 0x80) ? kPolynomial : 0));
}

constexpr std::uint8_t after_zero_byte(std::uint8_t crc) {
  for (int bit = 0; bit < 8; ++bit) crc = times_x(crc);
  return crc;
}

using Table = std::array<std::uint8_t, 256>;

/// kTables[s][b]: the CRC of byte b with s zero bytes behind it.
constexpr std::array<Table, kSlices> make_tables() {
  std::array<Table, kSlices> tables{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    auto crc = static_cast<std::uint8_t>(byte);
    for (Table& table : tables) table[byte] = crc = after_zero_byte(crc);
  }
  return tables;
}

/// kShifts[n]: the CRC 1 with n zero bytes behind it.
constexpr std::array<std::uint8_t, Crc8Sum::kPeriod> make_shifts() {
  std::array<std::uint8_t, Crc8Sum::kPeriod> shifts{};
  std::uint8_t crc = 1;
  for (std::uint8_t& shift : shifts) {
    shift = crc;
    crc = after_zero_byte(crc);
  }
  return shifts;
}

constexpr auto kTables = make_tables();
constexpr auto kShifts = make_shifts();

std::uint8_t slice(std::uint8_t crc, const std::uint8_t* bytes) {
  std::uint8_t rest = 0;
  for (std::size_t i = 1; i < kSlices; ++i) rest ^= kTables[kSlices - 1 - i][bytes[i]];
  return kTables[kSlices - 1][bytes[0] ^ crc] ^ rest;
}

/// From here on adding up first pays.
constexpr std::size_t kLong = 4 * Crc8Sum::kPeriod;

void add_up(std::uint8_t* __restrict sums, const std::uint8_t* __restrict bytes,
            std::size_t count) {
  if (count == Crc8Sum::kPeriod)  // in a loop of known length the compiler takes many at once
    for (std::size_t i = 0; i < Crc8Sum::kPeriod; ++i) sums[i] ^= bytes[i];
  else
    for (std::size_t i = 0; i < count; ++i) sums[i] ^= bytes[i];
}

}  // namespace

std::uint8_t crc8(std::uint8_t crc, std::span<const std::uint8_t> bytes) {
  if (bytes.size() >= kLong) {
    Crc8Sum sum;
    sum.add(bytes);
    return sum.value() ^ crc8_shift(crc, bytes.size());
  }
  std::size_t i = 0;
  for (; i + kSlices <= bytes.size(); i += kSlices) crc = slice(crc, &bytes[i]);
  for (; i < bytes.size(); ++i) crc = kTables[0][bytes[i] ^ crc];
  return crc;
}

std::uint8_t crc8_shift(std::uint8_t crc, std::uint64_t bytes) {
  std::uint8_t product = 0;
  std::uint8_t factor = kShifts[bytes % Crc8Sum::kPeriod];
  for (; crc != 0; crc >>= 1, factor = times_x(factor))
    if (crc & 1) product ^= factor;
  return product;
}

void Crc8Sum::add(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kPeriod - next_);
    add_up(&sums_[next_], bytes.data(), count);
    bytes = bytes.subspan(count);
    next_ = (next_ + count) % kPeriod;
  }
}

std::uint8_t Crc8Sum::value() const {
  const std::span<const std::uint8_t> sums(sums_);
  return crc8(crc8(0, sums.subspan(next_)), sums.first(next_));
}

}  // namespace flybar::myrinet
