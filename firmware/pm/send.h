/* From the queues of the channels to the link. */
#ifndef FLYBAR_FIRMWARE_PM_SEND_H
#define FLYBAR_FIRMWARE_PM_SEND_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"
#include "firmware/pm/link.h"
#include "firmware/pm/queue.h"

/* Begins to fetch the next packet. Returns 1 if it did. Precondition: host DMA idle. */
uint32_t send_start_fetch(void);

/* The host DMA has fetched a packet. */
LANAI_INLINE void send_fetched(void) {
  pm.fetch->stage = SEND_READY;
  pm.fetch = pm.fetch->next;
}

/* SRAM address behind what has come from the host of the packet at the link. */
LANAI_INLINE uint32_t send_arrived(const struct send_slot* slot) {
  if (slot->stage == SEND_READY) return slot->end;
  if (pm.host_dma != HOST_DMA_FETCH) return slot->data;
  return slot->end - lanai_read(LANAI_DMA_CTR_OFFSET);
}

/* Gives the link what there is of the packet, if it is all or a pulse. */
LANAI_INLINE void send_pulse(struct send_slot* slot) {
  const uint32_t arrived = send_arrived(slot);
  if (arrived != slot->end && arrived - slot->next_byte < pm.pulse) return;
  const uint32_t begin = slot->next_byte;
  slot->next_byte = arrived;
  link_piece(begin, arrived, arrived == slot->end);
}

/* The header goes alone if the rest is still to come. */
LANAI_INLINE void send_begin(struct send_slot* slot, uint32_t immediate) {
  if (slot->stage != SEND_READY && !immediate) return;
  const uint32_t end = slot->stage == SEND_READY ? slot->end : slot->data;
  const uint32_t begin = slot->next_byte;
  slot->begun = 1;
  slot->next_byte = end;
  link_piece(begin, end, end == slot->end);
}

/* The link has got a piece. */
LANAI_INLINE void link_finished(void) {
  struct send_slot* slot = pm.link;
  pm.link_busy = 0;
  if (pm.control.sending) {
    pm.control.sending = 0;
  } else if (slot->next_byte == slot->end && slot->stage == SEND_READY) {
    slot->stage = SEND_FREE;
    pm.link = slot->next;
  }
}

/* The link's turn: finish a piece, then begin the next one. */
LANAI_INLINE void send_serve_link(uint32_t isr, uint32_t immediate) {
  if (pm.link_busy) {
    if ((isr & LANAI_ISR_SEND_MASK) == 0) return;
    link_finished();
    isr = lanai_read(LANAI_ISR_OFFSET); /* the tail has left meanwhile */
  }
  struct send_slot* slot = pm.link;
  if (slot->stage == SEND_FREE) {
    if (pm.control.first != 0 && (isr & LANAI_ISR_SEND_RDY_MASK) != 0) control_send();
  } else if (slot->begun) {
    send_pulse(slot);
  } else if ((isr & LANAI_ISR_SEND_RDY_MASK) != 0) {
    if (pm.control.urgent)
      control_send();
    else
      send_begin(slot, immediate);
  }
}

#endif
