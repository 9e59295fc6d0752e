/* The send DMA: one piece of a packet at a time. */
#ifndef FLYBAR_FIRMWARE_PM_LINK_H
#define FLYBAR_FIRMWARE_PM_LINK_H

#include "firmware/pm/pm.h"

/* Of whole words, but for what SA skips at the begin; the last one closes the packet. */
LANAI_INLINE void link_piece(uint32_t begin, uint32_t end, uint32_t last) {
  lanai_write(LANAI_SA_OFFSET, begin & 3u);
  lanai_write(LANAI_SMP_OFFSET, begin & ~3u);
  if (last)
    lanai_write(LANAI_SMLT_OFFSET, end - 4u);
  else
    lanai_write(LANAI_SML_OFFSET, end - 4u);
  pm.link_busy = 1;
  wait_for(LANAI_ISR_SEND_MASK);
}

/* Writes the route in front of the header; returns where it begins. */
LANAI_INLINE uint32_t put_route(uint32_t header, const struct pm_peer* peer) {
  uint32_t* path = sram_pointer(header - 8u);
  path[0] = peer->path[0];
  path[1] = peer->path[1];
  return header - (sram_address(&peer->header) - peer->begin);
}

#endif
