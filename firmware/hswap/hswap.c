/* The DMA bandwidth test: transfers back to back, each started when the one before has finished. */
#include "firmware/common/lanai.h"
#include "models/layouts/generated/hswap_layout.h"

/* In the image, not cleared at start-up: the host may have written it already. */
struct hswap_command hswap_command = {.command = HSWAP_IDLE, .repeat = 1};

static uint32_t buffer_address(void) {
  return (sram_free_begin() + 31u) & ~31u;
}

static uint32_t allowed(const struct hswap_command* c) {
  if (c->bytes == 0 || (c->bytes & 3u) != 0 || c->bytes > HSWAP_MAX_BYTES) return 0;
  if ((c->host_address & 3u) != 0 || c->repeat == 0 || c->direction > HSWAP_HOST_TO_NIC) return 0;
  return c->bytes <= sram_free_end() - buffer_address();
}

static void transfer(uint32_t host, uint32_t sram, uint32_t bytes) {
  lanai_write(LANAI_EAR_OFFSET, host);
  lanai_write(LANAI_LAR_OFFSET, sram);
  lanai_write(LANAI_DMA_CTR_OFFSET, bytes);
  __asm__ volatile("nop"); /* the start shows in ISR two instructions later */
  while ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_DMA_MASK) == 0) continue;
}

static void run(struct hswap_command* c) {
  const uint32_t host = c->host_address, sram = buffer_address(), bytes = c->bytes;
  c->sram_address = sram;
  lanai_write(LANAI_DMA_DIR_OFFSET, c->direction == HSWAP_HOST_TO_NIC ? LANAI_DMA_DIR_E2L_MASK : 0);
  const uint32_t begin = lanai_read(LANAI_RTC_OFFSET);
  for (uint32_t left = c->repeat; left != 0; --left) transfer(host, sram, bytes);
  c->ticks = lanai_read(LANAI_RTC_OFFSET) - begin;
}

int main(void) {
  lanai_write(LANAI_DMA_STS_OFFSET, LANAI_DMA_STS_BURST_16_MASK | LANAI_DMA_STS_BURST_8_MASK |
                                        LANAI_DMA_STS_BURST_4_MASK | LANAI_DMA_STS_BURST_2_MASK);
  while (lanai_running()) {
    if (shared_read(hswap_command.command) != HSWAP_GO) continue;
    const uint32_t good = allowed(&hswap_command);
    if (good) run(&hswap_command);
    lanai_barrier();
    shared_write(hswap_command.command, good ? HSWAP_IDLE : HSWAP_REFUSED);
  }
  return 0;
}
