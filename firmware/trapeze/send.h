/* From the send ring to the link. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_SEND_H
#define FLYBAR_FIRMWARE_TRAPEZE_SEND_H

#include "firmware/trapeze/host_dma.h"

/* Takes the next entry into a slot and builds its header. Precondition: send_waiting(). */
void send_accept(void);
/* Gives the oldest entry back to the host and frees its slot. */
void send_finish(struct send_slot* slot);
/* Starts the next transfer from the host. Precondition: send_wants_fetch(), host DMA idle. */
void send_start_fetch(void);
/* The host DMA has finished what send_start_fetch began. */
void send_fetched(void);

/* The host has given an entry, and there is a slot for it. */
LANAI_INLINE uint32_t send_waiting(void) {
  return mcp.send.accept->entry == 0 && shared_read(mcp.send.ring->owner) == TPZ_OWNER_NIC;
}

/* The word that tells of the next entry, if there is a slot for it: else one that never does. */
LANAI_INLINE const volatile uint32_t* send_doorbell(void) {
  return mcp.send.accept->entry == 0 ? &mcp.send.ring->owner : &mcp.no_doorbell;
}

LANAI_INLINE uint32_t send_wants_fetch(void) {
  return mcp.send.unfetched != 0;
}

/* Payload bytes of the slot that have arrived from the host. Without `cut_through` none counts
 * before all are there. */
LANAI_INLINE uint32_t send_arrived(const struct send_slot* slot, uint32_t cut_through) {
  if (slot->fetch_stage == FETCH_NOTHING) return slot->length;
  if (!cut_through || mcp.host_dma != HOST_DMA_FETCH || slot != mcp.send.fetch) return 0;
  return slot->length - lanai_read(LANAI_DMA_CTR_OFFSET);
}

/* The control bytes are in SRAM. */
LANAI_INLINE uint32_t send_has_control(const struct send_slot* slot) {
  return slot->fetch_stage != FETCH_CONTROL;
}

/* One piece to the link, of whole words but for what SA skips; the last one closes the packet. */
LANAI_INLINE void send_piece(uint32_t begin, uint32_t end, uint32_t last) {
  send_dma_move(begin, end, last);
  mcp.send.link_busy = 1;
}

/* Route, header and control bytes in one piece. The route may begin within a word. */
LANAI_INLINE void send_head(struct send_slot* slot) {
  lanai_write(LANAI_SA_OFFSET, slot->head & 3u);
  send_piece(slot->head & ~3u, slot->body, slot->length == 0);
  slot->head = 0;
}

/* A piece of the payload. */
LANAI_INLINE void send_payload(uint32_t begin, uint32_t end, uint32_t last) {
  lanai_write(LANAI_SA_OFFSET, 0);
  send_piece(begin, end, last);
}

/* The link's turn: finish a piece, then begin the next one if enough is there. With `cut_through`
 * the head leaves while the payload is still coming. */
LANAI_INLINE void send_serve_link(uint32_t isr, pulse_rule rule, uint32_t cut_through) {
  struct send_slot* slot = mcp.send.link;
  if (slot->entry == 0) return;
  if (mcp.send.link_busy) {
    if ((isr & LANAI_ISR_SEND_MASK) == 0) return;
    mcp.send.link_busy = 0;
    if (slot->sent == slot->length) {
      send_finish(slot);
      slot = mcp.send.link;
      if (slot->entry == 0) return;
      isr = lanai_read(LANAI_ISR_OFFSET); /* the tail has left meanwhile */
    }
  }
  if (slot->head != 0) {
    if ((isr & LANAI_ISR_SEND_RDY_MASK) == 0 || !send_has_control(slot)) return;
    if (cut_through || send_arrived(slot, 0) == slot->length) send_head(slot);
    return;
  }
  const uint32_t arrived = send_arrived(slot, cut_through) - slot->sent;
  const uint32_t bytes = rule(arrived, slot->length - slot->sent, mcp.send_threshold);
  if (bytes == 0) return;
  const uint32_t begin = slot->buffer + slot->sent;
  slot->sent += bytes;
  send_payload(begin, begin + bytes, slot->sent == slot->length);
}

#endif
