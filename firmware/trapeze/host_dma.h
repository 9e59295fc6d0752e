/* The one host DMA engine, which sending and receiving share. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_HOST_DMA_H
#define FLYBAR_FIRMWARE_TRAPEZE_HOST_DMA_H

#include "firmware/trapeze/mcp.h"

LANAI_INLINE void host_dma_start(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes,
                                 uint32_t direction) {
  host_dma_move(host, sram, bytes, direction);
  mcp.host_dma = use;
  tpz_endpoint.status.host_dma_transfers += 1;
}

LANAI_INLINE uint32_t host_dma_fetches(uint32_t use) {
  return use == HOST_DMA_FETCH || use == HOST_DMA_FETCH_CONTROL;
}

LANAI_INLINE void host_dma_read(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes) {
  host_dma_start(use, host, sram, bytes, LANAI_DMA_DIR_E2L_MASK);
}

LANAI_INLINE void host_dma_write(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes) {
  host_dma_start(use, host, sram, bytes, 0);
}

#endif
