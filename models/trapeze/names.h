/// What nodes, buffers and messages are called, by host software and in traces.
#pragma once

#include <cstdint>

namespace flybar::trapeze {

using Node = std::uint32_t;
/// A weak capability for one buffer of another host. 0 is none.
using Token = std::uint32_t;

inline constexpr unsigned kTypeShift = 24;  ///< of a message id: its type, then its serial number

/// What all observers call the message: equal at both ends and in between.
constexpr std::uint64_t trace_id(Node source, std::uint32_t id) {
  return static_cast<std::uint64_t>(source) << 32 | id;
}

}  // namespace flybar::trapeze
