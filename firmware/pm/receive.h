/* From the link to receive buffers and pinned pages. */
#ifndef FLYBAR_FIRMWARE_PM_RECEIVE_H
#define FLYBAR_FIRMWARE_PM_RECEIVE_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"
#include "firmware/pm/queue.h"

/* Lets the link fill the slot. Precondition: arrivals are waited for. */
LANAI_INLINE void receive_fill(struct receive_slot* slot) {
  slot->stage = RECEIVE_ARMED;
  lanai_write(LANAI_RMP_OFFSET, slot->buffer);
  lanai_write(LANAI_RML_OFFSET, slot->limit);
}
/* The same in any case. */
void receive_arm(struct receive_slot* slot);
/* RECV or BUFF is set. */
void receive_end(struct receive_slot* slot, uint32_t isr);
/* The host has all of a packet: the oldest, which is not pm.store any more. */
void receive_stored(struct receive_slot* slot);

/* What the receive buffer keeps of a header: its last words. */
#define KEPT (PM_WIRE_HEADER_SIZE - PM_MESSAGE_SIZE)

/* Bytes that a message takes of the receive buffer. */
LANAI_INLINE uint32_t receive_taken_by(uint32_t length) {
  return PM_MESSAGE_SIZE + ((length + 7u) & ~7u);
}

/* The next message begins behind this one, or at the begin if the longest would not fit there. */
LANAI_INLINE uint32_t receive_advance(struct pm_channel* channel, uint32_t bytes) {
  const uint32_t at = channel->receive_at + bytes, size = channel->receive_size;
  const uint32_t fits = at + receive_taken_by(PM_MTU) <= size;
  channel->receive_at = fits ? at : 0;
  return fits ? bytes : bytes + size - at;
}

/* What the last message left to be done. A message to its sender has carried the acknowledgement
 * if nothing is owed any more. */
LANAI_INLINE void catch_up(void) {
  struct lane* lane = pm.known.lane;
  pm.known.pending = 0;
  if (acknowledged(pm.known.peer, pm.known.place) && queue_finish(lane)) {
    if (pm.later != 0 && pm.later != lane) tell_host(pm.later);
    pm.later = lane;
  }
  if (pm.known.owed) control_owe(pm.known.peer, 0);
}

/* Looks who `source` is. Returns 0 if it sends no messages to an open channel. */
LANAI_INLINE uint32_t get_to_know(uint32_t source) {
  struct lane* lane = lane_of(source);
  const uint32_t node = source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT;
  const uint32_t rest = PM_WIRE_HEADER_SOURCE_KIND_MASK | PM_WIRE_HEADER_SOURCE_ASKS_MASK |
                        PM_WIRE_HEADER_SOURCE_GOES_ON_MASK | PM_WIRE_HEADER_SOURCE_NACK_MASK |
                        PM_WIRE_HEADER_SOURCE_REFUSED_MASK;
  uint32_t other = (source & rest) ^ PM_KIND_MESSAGE;
  other |= (pm.last_node - node) >> 31;
  other |= lane->open ^ 1u;
  if (other != 0) return 0;
  if (pm.known.pending) catch_up();
  pm.known.source = source;
  pm.known.lane = lane;
  pm.known.peer = &lane->peers[node];
  return 1;
}

/* The host DMA's turn for the receive side. Returns 1 if it started. Precondition: host DMA idle.
 */
LANAI_INLINE uint32_t receive_start_store(void) {
  struct receive_slot* slot = pm.store;
  if (slot->stage != RECEIVE_ARRIVED) return 0;
  if (slot->bytes == 0) {
    pm.store = slot->next;
    receive_stored(slot);
    return 0;
  }
  host_dma_write(HOST_DMA_DEPOSIT, slot->host, slot->from, slot->bytes);
  return 1;
}

/* The host DMA has finished the first of two pieces of the oldest packet. */
LANAI_INLINE void receive_piece_stored(struct receive_slot* slot) {
  slot->from += slot->bytes;
  slot->host = slot->host_after;
  slot->bytes = slot->bytes_after;
  slot->bytes_after = 0;
}

/* The packet goes to the host, and the next one to the next slot. */
LANAI_INLINE void receive_accept(struct receive_slot* slot, struct pm_peer* peer, uint32_t tells) {
  const uint32_t stored = peer->expected + 1u;
  slot->stage = RECEIVE_ARRIVED;
  slot->peer = peer;
  slot->tells = tells;
  slot->stored = peer->expected = stored;
  pm.arm = slot->next;
  if (slot->next->stage == RECEIVE_FREE)
    receive_fill(slot->next);
  else
    wait_no_more_for(PM_ARRIVALS); /* every buffer waits for the host */
}

#endif
