/* Between two laps of the main loop: the eager pulses of a packet that is cut through.
 *
 * A lap asks every engine and every packet. An engine that has ended a pulse would wait for most of
 * these questions before its next one, so while the host DMA moves a payload and nothing else
 * happens, only the engine that moves it on is asked. Whatever else ends or comes is the affair of
 * the next lap: levels tell all of it, so that nothing is lost between the two. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_PULSES_H
#define FLYBAR_FIRMWARE_TRAPEZE_PULSES_H

#include "firmware/trapeze/receive.h"
#include "firmware/trapeze/send.h"

/* The packet at the link is still coming from the host: sends what has arrived of it. ISR.SEND is 1
 * from the end of a piece to the start of the next: the head at least has been sent. */
LANAI_INLINE void send_pulses(pulse_rule rule) {
  struct send_slot* slot = mcp.send.link;
  if (slot != mcp.send.fetch || slot->head != 0) return;
  const volatile uint32_t* doorbell = send_doorbell();
  const uint32_t header = receive_header_end(), threshold = mcp.send_threshold;
  const uint32_t ends = LANAI_ISR_DMA_MASK | LANAI_ISR_RECV_MASK | LANAI_ISR_BUFF_MASK;
  const uint32_t end = slot->buffer + slot->length;
  uint32_t next = slot->buffer + slot->sent;
  while (next != end && lanai_running()) {
    uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
    if ((isr & LANAI_ISR_SEND_MASK) == 0) {
      if ((isr & ends) != 0 || *doorbell == TPZ_OWNER_NIC) return;
      isr = lanai_read(LANAI_ISR_OFFSET); /* the engine must not wait for the other questions */
      if ((isr & LANAI_ISR_SEND_MASK) == 0) {
        if (lanai_read(LANAI_RMP_OFFSET) >= header) return;
        continue;
      }
    }
    const uint32_t left = end - next;
    const uint32_t bytes = rule(left - lanai_read(LANAI_DMA_CTR_OFFSET), left, threshold);
    if (bytes == 0) {
      if ((isr & ends) != 0 || *doorbell == TPZ_OWNER_NIC) return;
      continue;
    }
    send_payload(next, next + bytes, bytes == left);
    slot->sent += bytes;
    next += bytes;
  }
}

/* The host gets the oldest packet: all of it has arrived, or it is still coming from the link. */
LANAI_INLINE void deposit_pulses(pulse_rule rule) {
  struct receive_slot* slot = mcp.receive.host;
  const uint32_t complete = slot->stage == RECEIVE_ARRIVED;
  const volatile uint32_t* doorbell = send_doorbell();
  const uint32_t threshold = mcp.receive_threshold, end = slot->deposit_end;
  const uint32_t ends =
      LANAI_ISR_RECV_MASK | LANAI_ISR_BUFF_MASK | (mcp.send.link_busy ? LANAI_ISR_SEND_MASK : 0);
  uint32_t next = slot->deposit, host = slot->host;
  while (next != end && lanai_running()) {
    const uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
    if ((isr & LANAI_ISR_DMA_MASK) != 0) {
      const uint32_t received = complete ? end : lanai_read(LANAI_RMP_OFFSET);
      const uint32_t arrived = (received < end ? received : end) - next;
      const uint32_t bytes = rule(arrived, end - next, threshold);
      if (bytes != 0) {
        host_dma_write(HOST_DMA_DEPOSIT, host, next, bytes);
        slot->host = host += bytes;
        slot->deposit = next += bytes;
        continue;
      }
      if (send_wants_fetch()) return;
    }
    if ((isr & ends) != 0 || *doorbell == TPZ_OWNER_NIC) return;
  }
  mcp.send_turn = next == end;
}

/* Precondition: the host DMA moves a payload. */
LANAI_INLINE void move_pulses(pulse_rule rule) {
  if (mcp.host_dma == HOST_DMA_FETCH)
    send_pulses(rule);
  else
    deposit_pulses(rule);
}

#endif
