/* A sending and a receiving coroutine in turn, each of whole packets. Successive packets overlap,
 * the stages of one packet never. */
#include "firmware/myriapi/receive.h"
#include "firmware/myriapi/send.h"

/* Whoever has just had the host DMA leaves it to the other, if that waits for it. */
static void send_turn(uint32_t isr) {
  const uint32_t had_engine = firmware.host_dma == HOST_DMA_FETCH;
  const uint32_t busy = host_dma_does(HOST_DMA_FETCH, isr);
  if (had_engine && !busy) send_fetched();
  send_serve_link(isr);
  if (send_waiting()) send_accept();
  if (firmware.host_dma != HOST_DMA_IDLE || !send_wants_host()) return;
  if (had_engine && receive_wants_host()) return;
  send_start_fetch();
}

static void receive_turn(uint32_t isr) {
  const uint32_t had_engine = firmware.host_dma == HOST_DMA_DEPOSIT;
  receive_serve_link(isr);
  if (!host_dma_does(HOST_DMA_DEPOSIT, isr)) receive_serve_host();
  if (firmware.host_dma != HOST_DMA_IDLE || !receive_wants_host()) return;
  if (had_engine && send_wants_host()) return;
  receive_start_deposit();
}

void myriapi_serve(void) {
  while (lanai_running()) {
    send_turn(lanai_read(LANAI_ISR_OFFSET));
    receive_turn(lanai_read(LANAI_ISR_OFFSET));
  }
}
