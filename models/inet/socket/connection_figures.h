/// What can be told of a TCP connection, while it is open and afterwards.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "models/inet/lwip/node.h"

struct tcp_pcb;

namespace flybar::inet {

struct ConnectionFigures {
  struct End {
    std::uint32_t node = 0;
    std::uint16_t port = 0;
  };
  End own, peer;
  bool accepted = false;         ///< the peer began it
  Time begin;                    ///< when its first segment left or came
  Time end = Time::never();      ///< when its last one did; never(): it is open
  std::uint64_t bytes_sent = 0;  ///< that the process gave; what is sent again counts once
  std::uint64_t bytes_acknowledged = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t segments_sent = 0, segments_received = 0;  ///< with or without data
  std::uint64_t retransmissions = 0;                       ///< segments with data or FIN
  Time round_trip, round_trip_variation;  ///< smoothed (RFC 6298); zero: none has been measured
};

/// Where a connection, and the hooks of the stack, write it.
struct ConnectionRecord {
  FlybarLwipConnection stack = {};
  ConnectionFigures figures = {};  ///< without what `stack` has
  bool opened = false;             ///< the peer has accepted, or was accepted
  /// The stack's, whose fields lwip/tcp.h describes; null: it has none, or none any more. Not for
  /// who outlives the stack.
  const tcp_pcb* block = nullptr;
  ConnectionFigures complete() const;
};

}  // namespace flybar::inet
