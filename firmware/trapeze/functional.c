/* For comparison: a sending and a receiving coroutine in turn. Each asks of its packets, one by
 * one, "are you ready for your next stage?". Successive packets overlap, the stages of one packet
 * never. */
#include "firmware/trapeze/interrupt.h"
#include "firmware/trapeze/receive.h"
#include "firmware/trapeze/send.h"

LANAI_INLINE uint32_t whole_packet(uint32_t arrived, uint32_t left, uint32_t threshold) {
  (void)threshold;
  return arrived == left ? left : 0;
}

/* Tells whether the host DMA does `use`, which may end here. */
LANAI_INLINE uint32_t still_busy(uint32_t use, uint32_t isr) {
  if (mcp.host_dma != use) return 0;
  if ((isr & LANAI_ISR_DMA_MASK) == 0) return 1;
  mcp.host_dma = HOST_DMA_IDLE;
  return 0;
}

/* A packet waits for the host DMA. */
static uint32_t receive_waits(void) {
  const struct receive_slot* slot = mcp.receive.host;
  if (mcp.receive.post != 0) return 1;
  return slot->stage == RECEIVE_ARRIVED && slot->deposit != slot->deposit_end;
}

/* Whoever has just had the host DMA leaves it to the other, if that waits for it. */
static void send_turn(uint32_t isr) {
  const uint32_t fetching = host_dma_fetches(mcp.host_dma);
  if (fetching && !still_busy(mcp.host_dma, isr)) send_fetched();
  send_serve_link(isr, whole_packet, 0);
  if (send_waiting()) send_accept();
  if (!send_wants_fetch() || mcp.host_dma != HOST_DMA_IDLE) return;
  if (fetching && receive_waits()) return;
  send_start_fetch();
}

static void receive_turn(uint32_t isr) {
  const uint32_t posting = mcp.host_dma == HOST_DMA_POST;
  const uint32_t had_engine = posting || mcp.host_dma == HOST_DMA_DEPOSIT;
  if (posting && !still_busy(HOST_DMA_POST, isr)) receive_posted();
  receive_serve_link(isr);
  if (!still_busy(HOST_DMA_DEPOSIT, isr)) receive_serve_host();
  if (mcp.host_dma != HOST_DMA_IDLE) return;
  if (had_engine && send_wants_fetch()) return;
  if (mcp.receive.post != 0)
    receive_start_post();
  else
    receive_start_deposit(whole_packet, 0);
}

void mcp_functional(void) {
  while (lanai_running()) {
    send_turn(lanai_read(LANAI_ISR_OFFSET));
    receive_turn(lanai_read(LANAI_ISR_OFFSET));
    interrupt_when_due();
  }
}
