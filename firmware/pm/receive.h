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

/* The link's turn. */
LANAI_INLINE void receive_serve_link(uint32_t isr) {
  struct receive_slot* slot = pm.arm;
  if (slot->stage == RECEIVE_FREE)
    receive_arm(slot);
  else if (slot->stage == RECEIVE_ARMED && (isr & (LANAI_ISR_RECV_MASK | LANAI_ISR_BUFF_MASK)) != 0)
    receive_end(slot, isr);
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

#endif
