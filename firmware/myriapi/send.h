/* From the send ring to the link. */
#ifndef FLYBAR_FIRMWARE_MYRIAPI_SEND_H
#define FLYBAR_FIRMWARE_MYRIAPI_SEND_H

#include "firmware/myriapi/myriapi.h"

/* Takes the next descriptor into a slot and builds its header. Precondition: send_waiting(). */
void send_accept(void);
/* Gives the oldest descriptor back to the host and frees its slot. */
void send_finish(struct send_slot* slot);
/* The host DMA has fetched a piece. */
void send_fetched(void);

/* The host has given a descriptor, and there is a slot for it. */
LANAI_INLINE uint32_t send_waiting(void) {
  return firmware.send.accept->stage == SEND_FREE &&
         shared_read(firmware.send.ring->owner) == MYRIAPI_OWNER_NIC;
}

LANAI_INLINE uint32_t send_wants_host(void) {
  return firmware.send.fetch->stage == SEND_FETCHING;
}

/* Fetches the next piece. Precondition: send_wants_host(), host DMA idle. */
LANAI_INLINE void send_start_fetch(void) {
  struct send_slot* slot = firmware.send.fetch;
  const struct myriapi_piece* piece = slot->next;
  const uint32_t bytes = whole_words(piece->length), at = slot->end;
  slot->next = piece + 1;
  slot->end = at + bytes;
  host_dma_start(HOST_DMA_FETCH, piece->address, at, bytes, LANAI_DMA_DIR_E2L_MASK);
}

/* Route, header and data in one piece. The route may begin within a word. */
LANAI_INLINE void send_packet(struct send_slot* slot) {
  lanai_write(LANAI_SA_OFFSET, slot->begin & 3u);
  send_dma_move(slot->begin & ~3u, slot->end, 1);
  slot->stage = SEND_LEAVING;
}

/* The link's turn: finish a packet, then begin the next one if all of it is there. */
LANAI_INLINE void send_serve_link(uint32_t isr) {
  struct send_slot* slot = firmware.send.link;
  if (slot->stage == SEND_LEAVING) {
    if ((isr & LANAI_ISR_SEND_MASK) == 0) return;
    send_finish(slot);
    slot = slot->following;
    isr = lanai_read(LANAI_ISR_OFFSET); /* the tail has left meanwhile */
  }
  if (slot->stage == SEND_READY && (isr & LANAI_ISR_SEND_RDY_MASK) != 0) send_packet(slot);
}

#endif
