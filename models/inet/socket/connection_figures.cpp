#include "models/inet/socket/connection_figures.h"

namespace flybar::inet {

ConnectionFigures ConnectionRecord::complete() const {
  ConnectionFigures all = figures;
  if (block == nullptr || stack.done != 0)
    all.end = Time::ps(static_cast<std::int64_t>(stack.last_ps));
  all.segments_sent = stack.segments_sent;
  all.segments_received = stack.segments_received;
  all.retransmissions = stack.retransmissions;
  all.round_trip = Time::ps(stack.round_trip_ps);
  all.round_trip_variation = Time::ps(stack.variation_ps);
  return all;
}

}  // namespace flybar::inet
