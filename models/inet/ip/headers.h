/// What software reads in the header of an IP packet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace flybar::inet {

/// Bytes of a header of IP that has no options, and of one of UDP.
inline constexpr std::size_t kLeastIpHeader = 20, kUdpHeader = 8;

enum class Protocol : std::uint8_t { kIcmp = 1, kTcp = 6, kUdp = 17 };

struct Headers {
  std::size_t length = 0;  ///< of IP and of TCP or UDP, as far as both are there
  std::size_t total = 0;   ///< of the packet, as IP says
  Protocol protocol{};
  bool fragment = false;   ///< of a larger packet
  std::uint8_t flags = 0;  ///< of TCP
};

inline constexpr std::uint8_t kFin = 0x01, kSyn = 0x02, kRst = 0x04;

/// `bytes` are the beginning of a packet; what is not there reads as absent.
Headers read_headers(std::span<const std::uint8_t> bytes);

/// Into how many packets of at most `mtu` bytes IP cuts `length` bytes behind its header: one, or
/// fragments, of which all but the last have a multiple of 8.
std::size_t packets_of(std::size_t length, std::size_t mtu);

}  // namespace flybar::inet
