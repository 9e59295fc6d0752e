/* From the queues of the channels to the link. */
#ifndef FLYBAR_FIRMWARE_PM_SEND_H
#define FLYBAR_FIRMWARE_PM_SEND_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"
#include "firmware/pm/link.h"
#include "firmware/pm/queue.h"

/* From the node in a command to its place among the peers of a lane, in bytes. */
#define PEER_OFFSET_SHIFT (PM_QUEUE_ENTRY_COMMAND_NODE_SHIFT - 6u)
_Static_assert(PM_PEER_SIZE == 1u << 6, "the size of a peer is in PEER_OFFSET_SHIFT");

LANAI_INLINE struct pm_peer* peer_at(const struct lane* lane, uint32_t offset) {
  return sram_pointer(sram_address(lane->peers) + offset);
}

/* Nonzero if nothing is sent to it now. */
LANAI_INLINE uint32_t takes_nothing(const struct pm_peer* peer) {
  return peer->flags & (PM_PEER_FLAGS_DEAD_MASK | PM_PEER_FLAGS_PAUSED_MASK);
}

/* The next queue entry is a message, all of which is in one packet that has its number. */
LANAI_INLINE void note_sent(struct lane* lane, struct pm_peer* peer, uint32_t number) {
  struct job* job = queue_begin(lane);
  lane->cursor = lane->next;
  job->peer = peer;
  job->begun = JOB_BEGUN;
  job->first = number;
  job->packets = 1;
  job->sent = 1;
  peer->assigned = number + 1u;
  control_carried(peer);
  timer_start();
}

/* The packet that the header is for has no data yet: `bytes` of them come from `host`. */
LANAI_INLINE void send_put_into(struct send_slot* slot, struct pm_peer* peer, uint32_t host,
                                uint32_t bytes) {
  slot->peer = peer;
  slot->host = host;
  slot->end = slot->data + whole_words(bytes);
  slot->stage = SEND_PREPARED;
  pm.prepare = slot->next;
}

LANAI_INLINE struct pm_wire_header* send_put_header(struct send_slot* slot,
                                                    const struct pm_peer* peer, uint32_t number,
                                                    uint32_t bytes) {
  const uint32_t at = slot->data - PM_WIRE_HEADER_SIZE;
  struct pm_wire_header* header = sram_pointer(at);
  header->number = number;
  header->length = bytes;
  slot->next_byte = at - (sram_address(&peer->header) - peer->begin);
  if (slot->peer != peer) put_route(at, peer);
  return header;
}

/* A message, which carries what its receiver is owed. */
LANAI_INLINE void send_put_message(struct pm_peer* peer, uint32_t number, uint32_t host,
                                   uint32_t bytes) {
  struct send_slot* slot = pm.prepare;
  struct pm_wire_header* header = send_put_header(slot, peer, number, bytes);
  header->source = peer->header.source;
  header->place = peer->stored;
  send_put_into(slot, peer, host, bytes);
}

/* The next queue entry of a lane in which all jobs have been sent: job and packet in one step.
 * Returns 0 if it is no message that may be sent now. One branch for all conditions. */
LANAI_INLINE uint32_t send_take_message(struct lane* lane, uint32_t command) {
  const struct pm_queue_entry* entry = lane->doorbell;
  const uint32_t offset = (command & PM_QUEUE_ENTRY_COMMAND_NODE_MASK) >> PEER_OFFSET_SHIFT;
  const uint32_t bytes = command & PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK, local = entry->local;
  struct pm_peer* peer = peer_at(lane, offset);
  uint32_t other = command >> PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT ^ PM_KIND_MESSAGE;
  other |= (PM_MTU - bytes) >> 31;
  other |= local > lane->send_last;
  other |= (pm.last_peer - offset) >> 31;
  if (other != 0) return 0;
  if (takes_nothing(peer) != 0) return 0;
  const uint32_t number = peer->assigned;
  send_put_message(peer, number, lane->send_buffer + (local & ~3u), bytes);
  note_sent(lane, peer, number);
  return 1;
}

/* Prepares the next packet, if there is one. Precondition: a channel is open, a slot is free. */
void send_prepare(void);
/* The link's turn, which is not busy: the next piece of a packet, or the next packet. */
void send_serve_link(void);

/* A message of no bytes needs no DMA. */
LANAI_INLINE uint32_t send_nothing(struct send_slot* slot) {
  slot->stage = SEND_READY;
  pm.fetch = slot->next;
  if (!pm.link_busy) send_serve_link();
  return 0;
}

/* Begins to fetch the oldest packet that is prepared. Returns 1 if it did. Precondition: host DMA
 * idle. */
LANAI_INLINE uint32_t send_start_fetch(void) {
  struct send_slot* slot = pm.fetch;
  if (slot->stage != SEND_PREPARED) return 0;
  if (slot->end == slot->data) return send_nothing(slot);
  host_dma_read(HOST_DMA_FETCH, slot->host, slot->data, slot->end - slot->data);
  slot->stage = SEND_FETCHING;
  if (!pm.link_busy) send_serve_link();
  return 1;
}

/* The host DMA has fetched a packet. */
LANAI_INLINE void send_fetched(void) {
  pm.fetch->stage = SEND_READY;
  pm.fetch = pm.fetch->next;
}

/* The link has got a piece. */
LANAI_INLINE void link_finished(void) {
  struct send_slot* slot = pm.link;
  pm.link_busy = 0;
  if (pm.control.sending) {
    pm.control.sending = 0;
    return;
  }
  if (slot->next_byte != slot->end) return;
  note_progress(slot->peer);
  slot->stage = SEND_FREE;
  slot->begun = 0;
  pm.link = slot->next;
}

#endif
