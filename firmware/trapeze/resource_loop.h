/* The resource-centred main loop: which of the three engines are idle now, and how can each be
 * used?
 *
 * A mode is a rule for the size of pulses and whether a packet may leave while it is still coming.
 * Each mode instantiates the loop with constants, so that the loop itself decides nothing twice. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_RESOURCE_LOOP_H
#define FLYBAR_FIRMWARE_TRAPEZE_RESOURCE_LOOP_H

#include "firmware/trapeze/interrupt.h"
#include "firmware/trapeze/receive.h"
#include "firmware/trapeze/send.h"

LANAI_INLINE void host_dma_finished(void) {
  const uint32_t use = mcp.host_dma;
  mcp.host_dma = HOST_DMA_IDLE;
  if (use == HOST_DMA_POST) receive_posted();
  if (host_dma_fetches(use)) send_fetched();
}

/* Delivered entries first, they are short; then each direction in turn, a packet at a time. */
LANAI_INLINE void serve_host_dma(pulse_rule rule, uint32_t cut_through) {
  if (mcp.receive.post != 0) {
    receive_start_post();
  } else if (!send_wants_fetch()) {
    receive_start_deposit(rule, cut_through);
  } else if (mcp.send_turn || !receive_start_deposit(rule, cut_through)) {
    mcp.send_turn = 0;
    send_start_fetch();
  }
}

LANAI_INLINE void host_dma_turn(uint32_t isr, pulse_rule rule, uint32_t cut_through) {
  if (mcp.host_dma != HOST_DMA_IDLE) {
    if ((isr & LANAI_ISR_DMA_MASK) == 0) return;
    host_dma_finished();
  }
  serve_host_dma(rule, cut_through);
}

/* One lap. The host DMA gets two turns: it is the engine that most packets wait for. What it can
 * fetch and post in the time of the parts between them goes on in the same lap. */
LANAI_INLINE void lap(pulse_rule rule, uint32_t cut_through) {
  if (send_waiting()) send_accept();
  host_dma_turn(lanai_read(LANAI_ISR_OFFSET), rule, cut_through);
  receive_serve_link(lanai_read(LANAI_ISR_OFFSET));
  receive_serve_host();
  const uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
  host_dma_turn(isr, rule, cut_through);
  send_serve_link(isr, rule, cut_through);
  interrupt_when_due();
}

LANAI_INLINE void resource_loop(pulse_rule rule, uint32_t cut_through) {
  while (lanai_running()) lap(rule, cut_through);
}

#endif
