/* From the queues of the channels to the link. */
#ifndef FLYBAR_FIRMWARE_PM_SEND_H
#define FLYBAR_FIRMWARE_PM_SEND_H

#include "firmware/pm/control.h"
#include "firmware/pm/host_dma.h"
#include "firmware/pm/link.h"
#include "firmware/pm/queue.h"

/* Prepares the next packet, if there is one and a slot for it. */
void send_prepare(void);
/* The link's turn, which is not busy: the next piece of a packet, or the next packet. */
void send_serve_link(void);

/* A message of no bytes needs no DMA. */
LANAI_INLINE uint32_t send_nothing(struct send_slot* slot) {
  slot->stage = SEND_READY;
  pm.fetch = slot->next;
  if (!pm.link_busy) send_serve_link();
  return 0;
}

/* Begins to fetch the oldest packet that is prepared. Returns 1 if it did. Precondition: host DMA
 * idle. */
LANAI_INLINE uint32_t send_start_fetch(void) {
  struct send_slot* slot = pm.fetch;
  if (slot->stage != SEND_PREPARED) return 0;
  if (slot->end == slot->data) return send_nothing(slot);
  host_dma_read(HOST_DMA_FETCH, slot->host, slot->data, slot->end - slot->data);
  slot->stage = SEND_FETCHING;
  if (!pm.link_busy) send_serve_link();
  return 1;
}

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
  pm.send_wanted = 1;
}

#endif
