#include "models/lan/wire/aal5.h"

#include <boost/crc.hpp>

namespace flybar::lan::aal5 {

namespace {
constexpr std::size_t kCheck = 4;  ///< bytes, the last ones

std::uint32_t number(std::span<const std::uint8_t> bytes) {
  std::uint32_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}
}  // namespace

std::uint32_t check_of(std::span<const std::uint8_t> bytes) {
  boost::crc_optimal<32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, false, false> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return static_cast<std::uint32_t>(crc.checksum());
}

/// Padding, two bytes for users (0), the length, the check.
void close(std::vector<std::uint8_t>& packet) {
  const std::size_t length = packet.size();
  packet.resize(padded(length) - kCheck);
  packet[packet.size() - 2] = static_cast<std::uint8_t>(length >> 8);
  packet[packet.size() - 1] = static_cast<std::uint8_t>(length);
  const std::uint32_t check = check_of(packet);
  for (int shift = 24; shift >= 0; shift -= 8)
    packet.push_back(static_cast<std::uint8_t>(check >> shift));
}

std::optional<std::size_t> length_of(std::span<const std::uint8_t> cells) {
  if (cells.empty() || cells.size() % kPayload != 0) return std::nullopt;
  const auto checked = cells.first(cells.size() - kCheck);
  if (check_of(checked) != number(cells.last(kCheck))) return std::nullopt;
  const std::size_t length = number(checked.last(2));
  if (padded(length) != cells.size()) return std::nullopt;
  return length;
}

}  // namespace flybar::lan::aal5
