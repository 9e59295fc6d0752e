/// What nodes, buffers and messages are called, by host software and in traces.
#pragma once

#include <cstdint>

#include "models/contracts/message_events.h"
#include "models/layouts/generated/endpoint_layout.hpp"

namespace flybar::trapeze {

using Node = std::uint32_t;
/// A weak capability for one buffer of another host. 0 is none.
using Token = std::uint32_t;

/// Of a message id: its type, then its serial number.
inline constexpr unsigned kTypeShift = layout::kTypeShift;
inline constexpr std::uint32_t kSerialMask = (1u << kTypeShift) - 1;

/// A node that sends more than 2^24 messages uses names again.
constexpr std::uint64_t trace_id(Node source, std::uint32_t id) {
  return message_id(source, id & kSerialMask);
}

}  // namespace flybar::trapeze
