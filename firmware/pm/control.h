/* ACK and NACK. Every packet but a write says in `place` what has been stored. Who sends nothing
 * says it by a control packet: after a rest, or at once when a process waits for it, when many
 * packets are owed, when the packet that is expected was not taken, or to
 * ask a peer which packet it expects. */
#ifndef FLYBAR_FIRMWARE_PM_CONTROL_H
#define FLYBAR_FIRMWARE_PM_CONTROL_H

#include "firmware/pm/pm.h"

#define CONTROL_MORE \
  (PM_PEER_FLAGS_NACK_MASK | PM_PEER_FLAGS_REFUSED_MASK | PM_PEER_FLAGS_ASKING_MASK)
#define CONTROL_REASONS (PM_PEER_FLAGS_OWED_MASK | CONTROL_MORE)

LANAI_INLINE void control_list(struct pm_peer* peer) {
  if ((peer->flags & PM_PEER_FLAGS_LISTED_MASK) != 0) return;
  peer->flags |= PM_PEER_FLAGS_LISTED_MASK;
  peer->next = 0;
  if (pm.control.first == 0)
    pm.control.first = peer;
  else
    pm.control.last->next = sram_address(peer);
  pm.control.last = peer;
}

/* Those that are listed have waited for a packet more, of either direction. */
LANAI_INLINE void control_wait(void) {
  pm.control.owed += 1;
  if (pm.control.owed >= pm.ack_after) pm.control.urgent = 1;
}

/* A packet has been stored, or had been before it came again. */
LANAI_INLINE void control_owe(struct pm_peer* peer, uint32_t asks) {
  peer->flags |= PM_PEER_FLAGS_OWED_MASK;
  if (asks) pm.control.urgent = 1;
  control_list(peer);
  control_wait();
}

/* The packet that is expected next was not taken. */
LANAI_INLINE void control_refuse(struct pm_peer* peer) {
  peer->flags |= PM_PEER_FLAGS_NACK_MASK | PM_PEER_FLAGS_DISCARDING_MASK;
  pm.control.urgent = 1;
  control_list(peer);
}

/* Nothing has been heard of `peer` for too long: it is to say what it expects. */
LANAI_INLINE void control_ask(struct pm_peer* peer) {
  peer->flags |= PM_PEER_FLAGS_ASKING_MASK;
  pm.control.urgent = 1;
  control_list(peer);
}

/* A message to `peer` says what it is owed. */
LANAI_INLINE void control_carried(struct pm_peer* peer) {
  peer->flags &= ~PM_PEER_FLAGS_OWED_MASK;
  if (pm.control.first != peer || peer->next != 0) return;
  if ((peer->flags & CONTROL_REASONS) != 0) return;
  peer->flags &= ~PM_PEER_FLAGS_LISTED_MASK;
  pm.control.first = 0;
  pm.control.urgent = pm.control.owed = 0;
}

/* All packets to `peer` before `number` have been stored. Returns 0 if that is known, or not
 * plausible: numbers of another epoch, as of a node that was started anew, say nothing. */
LANAI_INLINE uint32_t acknowledged(struct pm_peer* peer, uint32_t number) {
  const uint32_t acked = peer->acked;
  if (number - acked - 1u >= peer->assigned - acked) return 0;
  peer->acked = number;
  peer->backoff = pm.pause;
  peer->flags &= ~PM_PEER_FLAGS_TRIES_MASK;
  note_progress(peer);
  return 1;
}

/* Sends a control packet to the first peer of the list that still needs one. Returns 0 if none
 * does. Precondition: the link takes a new packet. */
uint32_t control_send(void);

#endif
