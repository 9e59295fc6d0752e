/// What nodes, buffers and messages are called, by host software and in traces.
#pragma once

#include <cstdint>

namespace flybar::trapeze {

using Node = std::uint32_t;
/// A weak capability for one buffer of another host. 0 is none.
using Token = std::uint32_t;

inline constexpr unsigned kTypeShift = 24;  ///< of a message id: its type, then its serial number
inline constexpr std::uint32_t kSerialMask = (1u << kTypeShift) - 1;

/// What all observers call the message, equal at both ends and in between, and in every trace: the
/// third message of node 0 is 3, that of node 2 is 2000000003. A node that sends more than 2^24
/// messages uses names again.
constexpr std::uint64_t trace_id(Node source, std::uint32_t id) {
  return source * std::uint64_t{1'000'000'000} + (id & kSerialMask);
}

}  // namespace flybar::trapeze
