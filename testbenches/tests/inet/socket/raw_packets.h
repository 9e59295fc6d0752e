/// IP packets byte by byte, as a test of hostile input makes them.
#pragma once

#include <cstdint>
#include <vector>

namespace flybar::inet {

/// A sum of 16-bit words as IP, ICMP, TCP and UDP have it.
inline std::uint16_t internet_sum(const std::uint8_t* bytes, std::size_t length) {
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < length; ++at)
    sum += at % 2 == 0 ? static_cast<std::uint32_t>(bytes[at]) << 8 : bytes[at];
  while (sum > 0xffff) sum = (sum >> 16) + (sum & 0xffff);
  return static_cast<std::uint16_t>(~sum);
}

inline void put_half(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint32_t value) {
  if (at + 1 >= bytes.size()) return;
  bytes[at] = static_cast<std::uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(value);
}

/// The sum of the header of IP is right from now on.
inline void seal_ip(std::vector<std::uint8_t>& packet) {
  const std::size_t length = packet.empty() ? 0 : static_cast<std::size_t>(packet[0] & 15) * 4;
  if (length < 20 || length > packet.size()) return;
  put_half(packet, 10, 0);
  put_half(packet, 10, internet_sum(packet.data(), length));
}

/// Header and body; addresses are those of nodes.
inline std::vector<std::uint8_t> ip_packet(std::uint8_t protocol, std::uint32_t from,
                                           std::uint32_t to,
                                           const std::vector<std::uint8_t>& body) {
  std::vector<std::uint8_t> packet{0x45, 0, 0, 0, 0, 1, 0, 0, 64, protocol, 0, 0};
  for (const std::uint32_t node : {from, to})
    for (const std::uint32_t shift : {24U, 16U, 8U, 0U})
      packet.push_back(static_cast<std::uint8_t>((0x0a00'0001 + node) >> shift));
  packet.insert(packet.end(), body.begin(), body.end());
  put_half(packet, 2, static_cast<std::uint32_t>(packet.size()));
  seal_ip(packet);
  return packet;
}

/// A request for an echo of `length` bytes.
inline std::vector<std::uint8_t> ping(std::uint32_t from, std::uint32_t to, std::size_t length) {
  std::vector<std::uint8_t> body(8 + length, 0x55);
  body[0] = 8, body[1] = 0;
  put_half(body, 2, 0);
  put_half(body, 2, internet_sum(body.data(), body.size()));
  return ip_packet(1, from, to, body);
}

}  // namespace flybar::inet
