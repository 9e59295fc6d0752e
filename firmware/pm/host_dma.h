/* The one host DMA engine, which sending, receiving and the host's status share. */
#ifndef FLYBAR_FIRMWARE_PM_HOST_DMA_H
#define FLYBAR_FIRMWARE_PM_HOST_DMA_H

#include "firmware/pm/pm.h"

/* host_dma_move() is for one who waits for the engine at once: no event tells of its end. */
LANAI_INLINE void host_dma_start(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes,
                                 uint32_t direction) {
  host_dma_move(host, sram, bytes, direction);
  pm.host_dma = use;
  wait_for(LANAI_ISR_DMA_MASK);
}

LANAI_INLINE void host_dma_read(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes) {
  host_dma_start(use, host, sram, bytes, LANAI_DMA_DIR_E2L_MASK);
}

LANAI_INLINE void host_dma_write(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes) {
  host_dma_start(use, host, sram, bytes, 0);
}

#endif
