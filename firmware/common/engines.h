/* What every firmware does with the DMA engines in the same order: one transfer each. */
#ifndef FLYBAR_FIRMWARE_COMMON_ENGINES_H
#define FLYBAR_FIRMWARE_COMMON_ENGINES_H

#include "firmware/common/lanai.h"

/* Engines move whole words. */
LANAI_INLINE uint32_t whole_words(uint32_t bytes) {
  return (bytes + 3u) & ~3u;
}

/* Starts the host DMA, which is idle. `direction`: LANAI_DMA_DIR_E2L_MASK from the host, 0 to it.
 */
LANAI_INLINE void host_dma_move(uint32_t host, uint32_t sram, uint32_t bytes, uint32_t direction) {
  lanai_write(LANAI_EAR_OFFSET, host);
  lanai_write(LANAI_LAR_OFFSET, sram);
  lanai_write(LANAI_DMA_DIR_OFFSET, direction);
  lanai_write(LANAI_DMA_CTR_OFFSET, bytes);
}

/* Starts the send DMA, which is idle, on whole words, but for what SA skips; the last piece closes
 * the packet. */
LANAI_INLINE void send_dma_move(uint32_t begin, uint32_t end, uint32_t last) {
  lanai_write(LANAI_SMP_OFFSET, begin);
  if (last)
    lanai_write(LANAI_SMLT_OFFSET, end - 4u);
  else
    lanai_write(LANAI_SML_OFFSET, end - 4u);
}

/* Behind a packet the receive engine stores the CRC byte, 0 when good; `unused` bytes follow it. */
LANAI_INLINE uint32_t crc_is_good(uint32_t end, uint32_t unused) {
  return *(const volatile uint8_t*)sram_pointer(end - unused - 1u) == 0;
}

/* The longest bursts, and CRCs are checked. */
LANAI_INLINE void set_up_engines(void) {
  lanai_write(LANAI_DMA_STS_OFFSET, LANAI_DMA_STS_BURST_16_MASK | LANAI_DMA_STS_BURST_8_MASK |
                                        LANAI_DMA_STS_BURST_4_MASK | LANAI_DMA_STS_BURST_2_MASK);
  lanai_write(LANAI_MYRINET_OFFSET, LANAI_MYRINET_CRC_ENABLE_MASK);
  lanai_write(LANAI_TIMEOUT_OFFSET, LANAI_TIMEOUT_FOUR_SECONDS);
}

#endif
