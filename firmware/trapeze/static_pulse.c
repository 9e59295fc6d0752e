/* Cut-through in pulses of exactly the threshold; the last one is what is left. */
#include "firmware/trapeze/resource_loop.h"

LANAI_INLINE uint32_t exact_pulse(uint32_t arrived, uint32_t left, uint32_t threshold) {
  if (arrived >= threshold) return threshold;
  return arrived == left ? left : 0;
}

void mcp_static_pulses(void) {
  resource_loop(exact_pulse, 1);
}
