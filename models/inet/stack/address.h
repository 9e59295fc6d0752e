/// IP addresses of nodes, in the byte order of the machine.
#pragma once

#include <cstdint>
#include <optional>

namespace flybar::inet {

/// Nodes are numbered below this.
constexpr std::uint32_t kNodes = 65'536;
constexpr std::uint32_t kNetmask = 0xff00'0000;
/// 127.0.0.1: what comes there has left there.
constexpr std::uint32_t kLoopAddress = 0x7f00'0001;
/// As the peer of a socket: its own node, by that address.
constexpr std::uint32_t kLoopNode = kNodes + 1;

/// Node n is 10.0.0.0 + n + 1; kLoopNode is kLoopAddress.
std::uint32_t address_of(std::uint32_t node);
/// None if it is the address of no node.
std::optional<std::uint32_t> node_of(std::uint32_t address);

}  // namespace flybar::inet
