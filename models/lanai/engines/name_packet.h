/// How observers are told what a packet, or a transfer, carries.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace flybar::lanai {

/// The number of the message that a packet with these leading bytes carries (Activity::message); 0
/// if they do not say. On the way out they begin with the route, on the way in behind it.
using NamePacket = std::function<std::uint64_t(std::span<const std::uint8_t>)>;

/// What the host DMA has moved. It tells by itself no more than how much.
struct Transfer {
  std::uint32_t host;  ///< address in its memory
  std::uint32_t sram;
  std::uint32_t bytes;
  bool to_card;
  std::span<const std::uint8_t> around;  ///< of SRAM, kAround on both sides of `sram`; or none
};
inline constexpr std::uint32_t kAround = 32;
/// The number of the message that it belongs to, or 0. A firmware that moves messages in their
/// order needs none: their bytes say it (models/contracts/message_events.h).
using NameTransfer = std::function<std::uint64_t(const Transfer&)>;

}  // namespace flybar::lanai
