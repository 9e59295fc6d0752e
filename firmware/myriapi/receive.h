/* From the link to the receive ring. */
#ifndef FLYBAR_FIRMWARE_MYRIAPI_RECEIVE_H
#define FLYBAR_FIRMWARE_MYRIAPI_RECEIVE_H

#include "firmware/myriapi/myriapi.h"

/* Lets the link fill the slot. */
void receive_arm(struct receive_slot* slot);
/* RECV or BUFF is set. */
void receive_end(struct receive_slot* slot, uint32_t isr);
/* Moves what fits to the next piece. Precondition: receive_wants_host(), host DMA idle. */
void receive_start_deposit(void);
/* The host has all of the packet: hands the descriptor over. */
void receive_deliver(struct receive_slot* slot);

/* The link's turn. */
LANAI_INLINE void receive_serve_link(uint32_t isr) {
  struct receive_slot* slot = firmware.receive.link;
  if (slot->stage == RECEIVE_FREE) {
    receive_arm(slot);
    return;
  }
  if (slot->stage == RECEIVE_ARRIVED) return; /* every buffer waits for the host */
  if ((isr & (LANAI_ISR_RECV_MASK | LANAI_ISR_BUFF_MASK)) != 0) receive_end(slot, isr);
}

/* A packet waits for the host DMA. */
LANAI_INLINE uint32_t receive_wants_host(void) {
  const struct receive_slot* slot = firmware.receive.host;
  return slot->stage == RECEIVE_ARRIVED && slot->from != slot->end;
}

/* Delivers the oldest packet if the host has all of it. Precondition: no deposit goes on. */
LANAI_INLINE void receive_serve_host(void) {
  struct receive_slot* slot = firmware.receive.host;
  if (slot->stage == RECEIVE_ARRIVED && slot->from == slot->end) receive_deliver(slot);
}

#endif
