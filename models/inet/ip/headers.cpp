#include "models/inet/ip/headers.h"

#include <algorithm>

namespace flybar::inet {
namespace {

constexpr std::size_t kTcpHeader = 20;  ///< without options
constexpr unsigned kMoreFragments = 0x2000, kOffset = 0x1fff;

unsigned word(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<unsigned>(bytes[at] << 8 | bytes[at + 1]);
}

}  // namespace

Headers read_headers(std::span<const std::uint8_t> bytes) {
  Headers headers;
  if (bytes.size() < kLeastIpHeader) return headers;
  const std::size_t ip = static_cast<std::size_t>(bytes[0] & 15) * 4;
  headers.total = word(bytes, 2);
  headers.protocol = Protocol{bytes[9]};
  const unsigned place = word(bytes, 6);
  headers.fragment = (place & (kMoreFragments | kOffset)) != 0;
  headers.length = std::min(ip, bytes.size());
  if ((place & kOffset) != 0) return headers;
  if (headers.protocol == Protocol::kUdp) headers.length = std::min(ip + kUdpHeader, bytes.size());
  if (headers.protocol == Protocol::kTcp && bytes.size() >= ip + kTcpHeader) {
    headers.flags = bytes[ip + 13];
    headers.length = std::min(ip + static_cast<std::size_t>(bytes[ip + 12] >> 4) * 4, bytes.size());
  }
  return headers;
}

std::size_t packets_of(std::size_t length, std::size_t mtu) {
  const std::size_t most = mtu - kLeastIpHeader;
  if (length <= most) return 1;
  const std::size_t each = most / 8 * 8;
  return (length + each - 1) / each;
}

}  // namespace flybar::inet
