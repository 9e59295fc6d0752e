#include "firmware/pm/control_arrived.h"

#include "firmware/pm/control.h"
#include "firmware/pm/queue.h"

/* A write was refused, or its sender has waited too long. */
static void hear_more(struct lane* lane, struct pm_peer* peer, uint32_t source) {
  if ((source & PM_WIRE_HEADER_SOURCE_REFUSED_MASK) != 0) {
    lane->shared->host.failed += 1;
    tell_host(lane);
  }
  if ((source & PM_WIRE_HEADER_SOURCE_ASKS_MASK) != 0) control_refuse(peer);
}

void control_arrived(uint32_t source, uint32_t number) {
  struct lane* lane = lane_of(source);
  struct pm_peer* peer = &lane->peers[source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT];
  if (number - peer->acked > peer->assigned - peer->acked) return; /* of another epoch */
  const uint32_t more = PM_WIRE_HEADER_SOURCE_REFUSED_MASK | PM_WIRE_HEADER_SOURCE_ASKS_MASK;
  if ((source & more) != 0) hear_more(lane, peer, source);
  if (acknowledged(peer, number)) {
    if (queue_finish(lane)) tell_host(lane);
  } else { /* it lives */
    peer->flags &= ~PM_PEER_FLAGS_TRIES_MASK;
    note_progress(peer);
  }
  if ((source & PM_WIRE_HEADER_SOURCE_NACK_MASK) != 0) queue_pause(lane, peer);
}
