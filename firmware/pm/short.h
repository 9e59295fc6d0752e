/* Short messages while nothing else is under way: their steps follow each other without the main
 * loop between them. What they leave behind is what the longer way leaves. They wait for the host
 * DMA alone, which moves a few words: a wait for the link could close a circle of waiting cards.
 *
 * One branch for all conditions, a term each, which is not 0 if it does not hold: on this processor
 * a branch with its test takes as long as three terms. */
#ifndef FLYBAR_FIRMWARE_PM_SHORT_H
#define FLYBAR_FIRMWARE_PM_SHORT_H

#include "firmware/pm/receive.h"
#include "firmware/pm/send.h"

LANAI_INLINE uint32_t wait_for_host_dma(void) {
  uint32_t isr;
  do isr = lanai_read(LANAI_ISR_OFFSET);
  while ((isr & LANAI_ISR_DMA_MASK) == 0);
  return isr;
}

/* A header has left within these, but for a link that has been stopped. */
#define LOOKS_AT_LINK 6u

/* 0 for 1 to PM_SHORT_MOST bytes. */
LANAI_INLINE uint32_t is_not_short(uint32_t length) {
  return (length - 1u) / PM_SHORT_MOST;
}

LANAI_INLINE void end_packet(uint32_t data, uint32_t last) {
  lanai_write(LANAI_SMP_OFFSET, data);
  lanai_write(LANAI_SMLT_OFFSET, last);
}

/* The packet behind its header, whose end the link still has, is left to the main loop. */
LANAI_INLINE void leave_to_loop(struct pm_peer* peer, uint32_t begin, uint32_t end) {
  struct send_slot* slot = pm.fetch;
  slot->next_byte = begin;
  slot->end = end;
  slot->stage = SEND_READY;
  slot->begun = 1;
  slot->peer = peer;
  put_route(slot->data - PM_WIRE_HEADER_SIZE, peer);
  pm.fetch = pm.prepare = slot->next;
  pm.link_busy = 1;
  wait_for(LANAI_ISR_SEND_MASK);
}

/* Sends the next queue entry: its data are fetched while its header, which lies ready at the peer,
 * is completed and leaves. Returns 0 if the main loop has to go on: it is no short message that may
 * be sent now, or the link is slow. Precondition: nothing is under way; `isr` was read after it. */
LANAI_INLINE uint32_t send_short(struct lane* lane, const struct pm_queue_entry* entry,
                                 uint32_t command, uint32_t isr) {
  const uint32_t length = command & PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK;
  const uint32_t bytes = whole_words(length), local = entry->local, data = pm.short_data;
  uint32_t other = command >> PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT ^ PM_KIND_MESSAGE;
  other |= is_not_short(length);
  other |= local > lane->send_last;
  other |= ~isr & LANAI_ISR_SEND_RDY_MASK; /* the last tail is still leaving */
  if (other != 0) return 0;
  host_dma_move(lane->send_buffer + (local & ~3u), data, bytes, LANAI_DMA_DIR_E2L_MASK);
  const uint32_t offset = (command & PM_QUEUE_ENTRY_COMMAND_NODE_MASK) >> PEER_OFFSET_SHIFT;
  struct pm_peer* peer = peer_at(lane, offset);
  const uint32_t number = peer->assigned, begin = peer->begin;
  other = (pm.last_peer - offset) >> 31;
  other |= takes_nothing(peer);
  peer->header.number = number;
  peer->header.place = peer->stored;
  peer->header.length = length;
  lanai_write(LANAI_SA_OFFSET, begin & 3u);
  lanai_write(LANAI_SMP_OFFSET, begin & ~3u);
  if (other != 0) {
    wait_for_host_dma();
    return 0;
  }
  lanai_write(LANAI_SML_OFFSET, sram_address(&peer->header.length));
  const uint32_t last = data + bytes - 4u;
  peer->since = lanai_read(LANAI_RTC_OFFSET);
  if (peer == pm.known.peer) pm.known.owed = 0;
  isr = lanai_read(LANAI_ISR_OFFSET);
  if ((~isr & (LANAI_ISR_DMA_MASK | LANAI_ISR_SEND_MASK)) == 0) {
    end_packet(data, last);
  } else {
    isr = wait_for_host_dma();
    for (uint32_t left = LOOKS_AT_LINK; (isr & LANAI_ISR_SEND_MASK) == 0 && left != 0; --left)
      isr = lanai_read(LANAI_ISR_OFFSET);
    if ((isr & LANAI_ISR_SEND_MASK) != 0) end_packet(data, last);
  }
  note_sent(lane, peer, number);
  if (pm.known.pending) catch_up();
  if ((isr & lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_MASK) != 0) return 1;
  leave_to_loop(peer, (isr & LANAI_ISR_SEND_MASK) != 0 ? data + bytes : data, data + bytes);
  return 0;
}

/* The next slot is armed, and the connection has one packet more. */
LANAI_INLINE void note_received(struct lane* lane, uint32_t received, uint32_t news,
                                uint32_t place) {
  struct receive_slot* slot = pm.arm->next;
  struct pm_peer* peer = pm.known.peer;
  struct pm_host_status* host = &lane->shared->host;
  lanai_write(LANAI_RMP_OFFSET, slot->buffer);
  lanai_write(LANAI_RML_OFFSET, slot->limit);
  pm.arm->stage = RECEIVE_FREE;
  slot->stage = RECEIVE_ARMED;
  pm.arm = pm.store = slot;
  lane->filled = host->received = received;
  host->source = pm.known.source;
  host->news = news;
  lane->front = ((news & ~PM_HOST_STATUS_NEWS_LENGTH_MASK) ^ PM_HOST_STATUS_NEWS_TURN_MASK) + NEWS;
  peer->stored = peer->expected += 1;
  peer->flags &= ~PM_PEER_FLAGS_DISCARDING_MASK;
  pm.known.place = place;
  pm.known.pending = pm.known.owed = 1;
  pm_nic.status.messages += 1;
}

/* Takes the packet that has just come: message and status go to the host in one piece. Returns 0 if
 * it is no short message, or not simply the next one, or has another one before it in the host.
 * Precondition: nothing is under way. */
LANAI_INLINE uint32_t receive_short(uint32_t isr) {
  struct receive_slot* slot = pm.arm;
  const uint32_t at = slot->buffer;
  const struct pm_wire_header* header = sram_pointer(at);
  const uint32_t source = header->source, length = header->length;
  struct lane* lane = pm.known.lane;
  const struct pm_channel* channel = lane->shared;
  const uint32_t end = lanai_read(LANAI_RMP_OFFSET) - 4u, bytes = whole_words(length);
  uint32_t other = source ^ pm.known.source;
  other |= header->type ^ PM_WIRE_TYPE;
  other |= is_not_short(length);
  other |= (end - at - PM_WIRE_HEADER_SIZE) ^ bytes;
  other |= ~isr & (LANAI_ISR_ORUN_MASK | LANAI_ISR_RECV_MASK);
  other |= *(const volatile uint8_t*)sram_pointer(end); /* the CRC */
  other |= header->number ^ pm.known.peer->expected;
  other |= lane->filled ^ shared_read(channel->consumed);
  if (other != 0) return source != pm.known.source && get_to_know(source); /* and look again */
  const uint32_t received = lane->filled + PM_SHORT_TAKEN;
  const uint32_t news = lane->front | length;
  struct pm_host_status* status = sram_pointer(end);
  status->source = source;
  status->received = received;
  status->done = channel->host.done;
  status->failed = channel->host.failed;
  status->news = news;
  host_dma_move(lane->status_block - bytes, at + PM_WIRE_HEADER_SIZE, bytes + PM_HOST_STATUS_SIZE,
                0);
  note_received(lane, received, news, header->place);
  wait_for_host_dma();
  return 1;
}

#endif
