/// What traces call the packets of PM.
#pragma once

#include <cstdint>
#include <span>

namespace flybar::pm {

/// The same for all copies of a packet: its sender, receiver's number of it, channel and kind. 0 if
/// it is no packet of PM. `bytes` from the first route byte on.
std::uint64_t packet_name(std::span<const std::uint8_t> bytes);

}  // namespace flybar::pm
