/* From the link to the receive ring. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_RECEIVE_H
#define FLYBAR_FIRMWARE_TRAPEZE_RECEIVE_H

#include "firmware/trapeze/host_dma.h"

/* Lets the link fill the slot. */
void receive_arm(struct receive_slot* slot);
/* The header is in SRAM: decides what becomes of the packet. */
void receive_decode(struct receive_slot* slot);
/* RECV or BUFF is set. */
void receive_end(struct receive_slot* slot, uint32_t isr);
/* Fills in the entry but for its owner. Precondition: the control bytes are in SRAM. */
void receive_describe(struct receive_slot* slot);
/* All of the packet is where it belongs: hands the entry over, or to the mirror first. */
void receive_deliver(struct receive_slot* slot);
/* Copies a delivered entry to the mirror. Precondition: there is one, host DMA idle. */
void receive_start_post(void);
/* The host DMA has finished what receive_start_post began. */
void receive_posted(void);

/* RMP from which the header of the next packet is in SRAM, or an address that RMP never has. */
LANAI_INLINE uint32_t receive_header_end(void) {
  const struct receive_slot* slot = mcp.receive.link;
  return slot->stage == RECEIVE_ARMED ? slot->buffer + TPZ_WIRE_HEADER_SIZE : ~0u;
}

/* The link's turn. */
LANAI_INLINE void receive_serve_link(uint32_t isr) {
  struct receive_slot* slot = mcp.receive.link;
  if (slot->stage == RECEIVE_FREE) {
    receive_arm(slot);
    return;
  }
  if (slot->stage == RECEIVE_ARRIVED) return; /* every buffer waits for the host */
  if (slot->stage == RECEIVE_ARMED) {
    if (lanai_read(LANAI_RMP_OFFSET) - slot->buffer >= TPZ_WIRE_HEADER_SIZE) {
      receive_decode(slot);
      isr = lanai_read(LANAI_ISR_OFFSET); /* a short packet has ended meanwhile */
    }
  }
  if ((isr & (LANAI_ISR_RECV_MASK | LANAI_ISR_BUFF_MASK)) != 0) receive_end(slot, isr);
}

/* Payload bytes that wait in SRAM for the host. Without `cut_through` a packet counts when it is
 * complete and its CRC is good. */
LANAI_INLINE uint32_t receive_arrived(const struct receive_slot* slot, uint32_t cut_through) {
  if (slot->stage == RECEIVE_ARRIVED) return slot->deposit_end - slot->deposit;
  if (!cut_through) return 0;
  const uint32_t arrived = lanai_read(LANAI_RMP_OFFSET);
  if (arrived <= slot->deposit) return 0;
  return (arrived < slot->deposit_end ? arrived : slot->deposit_end) - slot->deposit;
}

/* The host DMA's turn for the receive side. Returns 1 if it started. Precondition: host DMA idle.
 */
LANAI_INLINE uint32_t receive_start_deposit(pulse_rule rule, uint32_t cut_through) {
  struct receive_slot* slot = mcp.receive.host;
  const uint32_t left = slot->deposit_end - slot->deposit;
  if (left == 0) return 0;
  const uint32_t bytes = rule(receive_arrived(slot, cut_through), left, mcp.receive_threshold);
  if (bytes == 0) return 0;
  host_dma_write(HOST_DMA_DEPOSIT, slot->host, slot->deposit, bytes);
  slot->host += bytes;
  slot->deposit += bytes;
  mcp.send_turn = bytes == left;
  if (!slot->described) receive_describe(slot);
  return 1;
}

/* Delivers the oldest packet if the host has all of its payload. */
LANAI_INLINE void receive_serve_host(void) {
  struct receive_slot* slot = mcp.receive.host;
  if (slot->stage != RECEIVE_ARRIVED || slot->deposit != slot->deposit_end) return;
  if (mcp.host_dma == HOST_DMA_DEPOSIT || mcp.receive.post != 0) return;
  receive_deliver(slot);
}

#endif
