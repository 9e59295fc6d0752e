#include "firmware/pm/control.h"

#include "firmware/pm/link.h"
#include "firmware/pm/queue.h"

static struct pm_peer* take_first(void) {
  struct pm_peer* peer = pm.control.first;
  pm.control.first = peer->next == 0 ? 0 : sram_pointer(peer->next);
  if (pm.control.first == 0) pm.control.urgent = pm.control.owed = 0;
  return peer;
}

void control_send(void) {
  struct pm_peer* peer = take_first();
  const uint32_t flags = peer->flags;
  struct pm_wire_header* header = sram_pointer(pm.control.packet);
  uint32_t source = peer->source | PM_KIND_CONTROL;
  header->number = peer->stored;
  if ((flags & PM_PEER_FLAGS_NACK_MASK) != 0) {
    source |= PM_WIRE_HEADER_SOURCE_NACK_MASK;
    header->number = peer->expected;
    pm_nic.status.nacks += 1;
  }
  if ((flags & PM_PEER_FLAGS_REFUSED_MASK) != 0) source |= PM_WIRE_HEADER_SOURCE_REFUSED_MASK;
  header->source = source;
  peer->flags =
      flags & ~(PM_PEER_FLAGS_LISTED_MASK | PM_PEER_FLAGS_NACK_MASK | PM_PEER_FLAGS_REFUSED_MASK);
  pm_nic.status.acks += 1;
  pm.control.sending = 1;
  link_piece(put_route(pm.control.packet, peer), pm.control.packet + PM_WIRE_HEADER_SIZE, 1);
}

/* Numbers of another epoch, as of a node that was started anew, acknowledge nothing. */
static uint32_t is_plausible(const struct pm_peer* peer, uint32_t number) {
  return !before(number, peer->acked) && !before(peer->assigned, number);
}

void control_arrived(uint32_t source, uint32_t number) {
  struct lane* lane = lane_of(source);
  struct pm_peer* peer = &lane->peers[source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT];
  if (!is_plausible(peer, number)) return;
  peer->since = lanai_read(LANAI_RTC_OFFSET);
  peer->tries = 0;
  if ((source & PM_WIRE_HEADER_SOURCE_REFUSED_MASK) != 0) {
    lane->shared->host.failed += 1;
    tell_host(lane);
  }
  if (number != peer->acked) {
    peer->acked = number;
    peer->backoff = pm.pause;
    queue_finish(lane);
  }
  if ((source & PM_WIRE_HEADER_SOURCE_NACK_MASK) != 0) queue_pause(lane, peer);
}
