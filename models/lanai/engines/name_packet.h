/// How observers are told what a packet carries.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace flybar::lanai {

/// The number of the message that a packet with these leading bytes carries (Activity::message); 0
/// if they do not say. On the way out they begin with the route, on the way in behind it.
using NamePacket = std::function<std::uint64_t(std::span<const std::uint8_t>)>;

}  // namespace flybar::lanai
