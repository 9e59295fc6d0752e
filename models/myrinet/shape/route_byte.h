/// The leading byte of a packet in front of a switch: 0x80 plus a signed 6-bit port offset.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flybar::myrinet {

/// Port numbers count modulo this; up to half as many ports it is the plain signed offset.
inline constexpr std::size_t kMostPorts = 64;

constexpr bool is_route(std::uint8_t byte) {
  return (byte & 0x80) != 0;
}

constexpr std::uint8_t route_byte(std::size_t input, std::size_t output) {
  return static_cast<std::uint8_t>(0x80 | ((output - input) % kMostPorts));
}

/// The output that a route byte at `input` asks for; the switch may have no such port.
constexpr std::size_t routed_output(std::size_t input, std::uint8_t byte) {
  return (input + byte) % kMostPorts;
}

static_assert(routed_output(5, route_byte(5, 2)) == 2 && route_byte(0, 0) == 0x80);

}  // namespace flybar::myrinet
