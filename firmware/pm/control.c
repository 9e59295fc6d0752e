#include "firmware/pm/control.h"

#include "firmware/pm/link.h"

static struct pm_peer* take_first(void) {
  struct pm_peer* peer = pm.control.first;
  pm.control.first = peer->next == 0 ? 0 : sram_pointer(peer->next);
  if (pm.control.first == 0) pm.control.urgent = pm.control.owed = 0;
  return peer;
}

/* What is seldom said beside what has been stored. */
static uint32_t say_more(const struct pm_peer* peer, struct pm_wire_header* header) {
  const uint32_t flags = peer->flags;
  uint32_t more = 0;
  if ((flags & PM_PEER_FLAGS_NACK_MASK) != 0) {
    more = PM_WIRE_HEADER_SOURCE_NACK_MASK;
    header->place = peer->expected;
    pm_nic.status.nacks += 1;
  }
  if ((flags & PM_PEER_FLAGS_REFUSED_MASK) != 0) more |= PM_WIRE_HEADER_SOURCE_REFUSED_MASK;
  if ((flags & PM_PEER_FLAGS_ASKING_MASK) != 0) more |= PM_WIRE_HEADER_SOURCE_ASKS_MASK;
  return more;
}

/* What `peer` gets. */
static void say(struct pm_peer* peer) {
  struct pm_wire_header* header = sram_pointer(pm.control.packet);
  uint32_t source = peer->header.source | PM_KIND_CONTROL;
  header->place = peer->stored;
  if ((peer->flags & CONTROL_MORE) != 0) source |= say_more(peer, header);
  header->source = source;
  pm_nic.status.acks += 1;
  pm.control.sending = 1;
  link_piece(put_route(pm.control.packet, peer), pm.control.packet + PM_WIRE_HEADER_SIZE, 1);
}

uint32_t control_send(void) {
  while (pm.control.first != 0) {
    struct pm_peer* peer = take_first();
    const uint32_t reasons = peer->flags & CONTROL_REASONS;
    if (reasons != 0) say(peer);
    peer->flags &= ~(PM_PEER_FLAGS_LISTED_MASK | CONTROL_REASONS);
    if (reasons != 0) return 1;
  }
  return 0;
}
