/* From the queues of the channels to the link. */
#ifndef FLYBAR_FIRMWARE_PM_SEND_H
#define FLYBAR_FIRMWARE_PM_SEND_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"
#include "firmware/pm/link.h"
#include "firmware/pm/queue.h"
#include "firmware/pm/translate.h"

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

/* Prepares the next page of the write that the last packet was of, all steps in one. Returns 0 if
 * that is not simply the next one, and not the last. One branch for all conditions. Precondition:
 * pm.goes.job is not null. */
LANAI_INLINE uint32_t send_next_page(void) {
  struct job* job = pm.goes.job;
  struct pm_peer* peer = pm.goes.peer;
  struct send_slot* slot = pm.prepare;
  const uint32_t local = job->local, left = job->left, sent = job->sent, number = peer->assigned;
  const uint32_t at = slot->data - PM_WIRE_HEADER_SIZE, word = pin_at(local);
  uint32_t other = sram_address(job->peer) ^ sram_address(peer);
  other |= (left - PM_PAGE - 1u) >> 31;
  other |= (job->first + sent) ^ number;
  other |= takes_nothing(peer);
  other |= sram_address(slot->peer) ^ sram_address(peer); /* the route lies there */
  other |= (word & PIN_BITS) ^ pm.goes.wanted;
  if (other != 0) {
    pm.goes.job = 0;
    return 0;
  }
  struct pm_wire_header* header = sram_pointer(at);
  const uint32_t place = job->place;
  header->number = number;
  header->place = place;
  header->source = pm.goes.source;
  header->length = PM_PAGE;
  peer->assigned = number + 1u;
  job->sent = sent + 1u;
  job->local = local + PM_PAGE;
  job->place = place + PM_PAGE;
  job->left = left - PM_PAGE;
  slot->next_byte = at - (sram_address(&peer->header) - peer->begin);
  send_put_into(slot, peer, word & PM_PIN_WORD_FRAME_MASK, PM_PAGE);
  return 1;
}

/* Prepares the next packet, if there is one. Precondition: a channel is open, a slot is free. */
void send_prepare(void);
/* The link's turn, which is not busy: the next piece of a packet, or the next packet. */
void send_serve_link(void);

/* A packet of which all has come. */
LANAI_INLINE void send_all(struct send_slot* slot) {
  const uint32_t begin = slot->next_byte, end = slot->end;
  slot->begun = 1;
  slot->next_byte = end;
  link_piece(begin, end, 1);
}

/* The same, where it is worth 1 % of a write's bandwidth not to call a function for the usual case:
 * a packet is there, nothing is owed to anybody, and the link takes one. */
LANAI_INLINE void send_serve_idle_link(void) {
  struct send_slot* slot = pm.link;
  uint32_t other = pm.control.urgent | sram_address(pm.control.first);
  other |= (slot->stage ^ SEND_READY) | slot->begun;
  other |= ~lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_RDY_MASK;
  if (other == 0)
    send_all(slot);
  else
    send_serve_link();
}

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
