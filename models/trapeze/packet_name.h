/// What a packet on the wire says of its message.
#pragma once

#include <cstdint>
#include <span>

namespace flybar::trapeze {

/// The trace_id() of the message in a packet with these leading bytes, with or without its route; 0
/// if they are not those of a Trapeze packet.
std::uint64_t packet_name(std::span<const std::uint8_t> bytes);

}  // namespace flybar::trapeze
