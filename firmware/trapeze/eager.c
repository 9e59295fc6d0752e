/* Cut-through in pulses of all that has arrived, once that is at least the threshold. */
#include "firmware/trapeze/pulses.h"
#include "firmware/trapeze/resource_loop.h"

LANAI_INLINE uint32_t whole_arrival(uint32_t arrived, uint32_t left, uint32_t threshold) {
  if (arrived >= threshold) return arrived;
  return arrived == left ? left : 0;
}

void mcp_eager(void) {
  while (lanai_running()) {
    lap(whole_arrival, 1);
    if (mcp.host_dma >= HOST_DMA_FETCH) move_pulses(whole_arrival);
  }
}
