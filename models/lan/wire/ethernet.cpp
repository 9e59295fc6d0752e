#include "models/lan/wire/ethernet.h"

#include <algorithm>
#include <boost/crc.hpp>

namespace flybar::lan::ethernet {

namespace {
constexpr std::array<std::uint8_t, 4> kLocal = {0x02, 0, 0, 0};
}

Address address_of(std::size_t port) {
  Address address{};
  std::copy(kLocal.begin(), kLocal.end(), address.begin());
  address[4] = static_cast<std::uint8_t>(port >> 8);
  address[5] = static_cast<std::uint8_t>(port);
  return address;
}

std::optional<std::size_t> port_of(std::span<const std::uint8_t> address) {
  if (address.size() < kAddress || !std::equal(kLocal.begin(), kLocal.end(), address.begin()))
    return std::nullopt;
  return std::size_t{address[4]} << 8 | address[5];
}

std::uint32_t check_of(std::span<const std::uint8_t> bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

void close(std::vector<std::uint8_t>& frame) {
  frame.resize(std::max(frame.size(), kShortest - kCheck));
  const std::uint32_t check = check_of(frame);
  for (unsigned byte = 0; byte < kCheck; ++byte)
    frame.push_back(static_cast<std::uint8_t>(check >> (8 * byte)));
}

bool is_sound(std::span<const std::uint8_t> frame) {
  if (frame.size() < kShortest) return false;
  const auto data = frame.first(frame.size() - kCheck);
  const auto check = frame.last(kCheck);
  const std::uint32_t wanted = check_of(data);
  for (unsigned byte = 0; byte < kCheck; ++byte)
    if (check[byte] != static_cast<std::uint8_t>(wanted >> (8 * byte))) return false;
  return true;
}

}  // namespace flybar::lan::ethernet
