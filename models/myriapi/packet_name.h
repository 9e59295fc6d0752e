/// How observers recognise the message in a packet.
#pragma once

#include <cstdint>
#include <span>

namespace flybar::myriapi {

/// The name of the message in a packet with these leading bytes, with or without its route; 0 if it
/// is no MyriAPI packet.
std::uint64_t packet_name(std::span<const std::uint8_t> bytes);

}  // namespace flybar::myriapi
