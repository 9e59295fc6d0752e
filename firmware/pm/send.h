/* From the queues of the channels to the link. */
#ifndef FLYBAR_FIRMWARE_PM_SEND_H
#define FLYBAR_FIRMWARE_PM_SEND_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"
#include "firmware/pm/link.h"
#include "firmware/pm/queue.h"

/* Begins to fetch the next packet, if there is one and a slot for it. Returns 1 if it did.
 * Precondition: host DMA idle. */
uint32_t send_start_fetch(void);
/* The link's turn, which is not busy: the next piece of a packet, or the next packet. */
void send_serve_link(void);

/* The host DMA has fetched a packet. */
LANAI_INLINE void send_fetched(void) {
  pm.fetch->stage = SEND_READY;
  pm.fetch = pm.fetch->next;
}

/* The link has got a piece. */
LANAI_INLINE void link_finished(void) {
  struct send_slot* slot = pm.link;
  pm.link_busy = 0;
  if (pm.control.sending) {
    pm.control.sending = 0;
    return;
  }
  if (slot->next_byte != slot->end) return;
  slot->stage = SEND_FREE;
  slot->begun = 0;
  pm.link = slot->next;
  pm.dma_wanted = 1;
}

#endif
