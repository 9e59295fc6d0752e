/* From the link to receive buffers and pinned pages. */
#ifndef FLYBAR_FIRMWARE_PM_RECEIVE_H
#define FLYBAR_FIRMWARE_PM_RECEIVE_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"

/* Lets the link fill the slot. */
void receive_arm(struct receive_slot* slot);
/* RECV or BUFF is set. */
void receive_end(struct receive_slot* slot, uint32_t isr);
/* The host has all of the oldest packet. */
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

/* The channel is open here, and the sender a node. */
LANAI_INLINE uint32_t receive_is_ours(const struct pm_wire_header* header) {
  const uint32_t source = header->source;
  if (header->type != PM_WIRE_TYPE || header->length > PM_MTU) return 0;
  if ((source & PM_WIRE_HEADER_SOURCE_KIND_MASK) == 0) return 0;
  if (source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT > pm.last_node) return 0;
  return lane_of(source)->open;
}

/* Behind the data the engine stores the CRC byte, 0 when good; `unused` bytes follow it. */
LANAI_INLINE uint32_t receive_crc_is_good(uint32_t end, uint32_t unused) {
  return *(const volatile uint8_t*)sram_pointer(end - unused - 1u) == 0;
}

/* Why the packet must be dropped: its counter, or null if it is good. */
LANAI_INLINE uint32_t* receive_verdict(const struct receive_slot* slot, uint32_t isr) {
  const uint32_t unused = (isr & LANAI_ISR_ORUN_MASK) >> LANAI_ISR_ORUN_SHIFT;
  const uint32_t end = lanai_read(LANAI_RMP_OFFSET);
  if (!receive_crc_is_good(end, unused)) return &pm_nic.status.crc_errors;
  const struct pm_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t data = slot->buffer + PM_WIRE_HEADER_SIZE;
  if (end < data + 4u || !receive_is_ours(header)) return &pm_nic.status.foreign_packets;
  if (end != data + whole_words(header->length) + 4u || unused != 3u)
    return &pm_nic.status.foreign_packets;
  return 0;
}

/* The host DMA's turn for the receive side. Returns 1 if it started. Precondition: host DMA idle.
 */
LANAI_INLINE uint32_t receive_start_store(void) {
  struct receive_slot* slot = pm.store;
  if (slot->stage != RECEIVE_ARRIVED) return 0;
  if (slot->bytes == 0) {
    receive_stored(slot);
    return 0;
  }
  host_dma_write(HOST_DMA_DEPOSIT, slot->host, slot->from, slot->bytes);
  return 1;
}

/* The host DMA has finished a piece of the oldest packet. */
LANAI_INLINE void receive_piece_stored(void) {
  struct receive_slot* slot = pm.store;
  if (slot->bytes_after == 0) {
    receive_stored(slot);
    return;
  }
  slot->from += slot->bytes;
  slot->host = slot->host_after;
  slot->bytes = slot->bytes_after;
  slot->bytes_after = 0;
}

/* The packet goes to the host, and the next one to the next slot. */
LANAI_INLINE void receive_accept(struct receive_slot* slot, struct pm_peer* peer, uint32_t asks) {
  slot->stage = RECEIVE_ARRIVED;
  peer->expected += 1;
  peer->flags &= ~PM_PEER_FLAGS_DISCARDING_MASK;
  slot->peer = peer;
  slot->asks = asks;
  slot->stored = peer->expected;
  pm.arm = slot->next;
  if (slot->next->stage == RECEIVE_FREE)
    receive_arm(slot->next);
  else
    wait_no_more_for(PM_ARRIVALS); /* every buffer waits for the host */
}

#endif
