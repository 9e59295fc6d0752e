/* What the parts of the MyriAPI firmware share: the packets under way and who has the host DMA.
 *
 * A packet buffer and what is known of its packet is a slot. Slots of one direction form a circle,
 * and each stage of the way (ring, host DMA, link) has a pointer to the slot that it serves. */
#ifndef FLYBAR_FIRMWARE_MYRIAPI_MYRIAPI_H
#define FLYBAR_FIRMWARE_MYRIAPI_MYRIAPI_H

#include "firmware/common/engines.h"
#include "models/layouts/generated/myriapi_layout.h"

enum send_stage {
  SEND_FREE,     /* no packet */
  SEND_FETCHING, /* pieces are still to come from the host */
  SEND_READY,    /* all of the packet is in SRAM */
  SEND_LEAVING   /* the link has it */
};

struct send_slot {
  uint32_t stage;
  struct myriapi_send_entry* entry;
  uint32_t data;                    /* SRAM address behind the header */
  uint32_t begin;                   /* of the first route byte */
  uint32_t end;                     /* SRAM address behind what has come, in whole words */
  const struct myriapi_piece* next; /* piece that comes next */
  const struct myriapi_piece* last; /* behind the last one */
  struct send_slot* following;
};

struct send_side {
  struct myriapi_send_entry* ring; /* next descriptor to look at */
  struct send_slot* accept;        /* slot for it */
  struct send_slot* fetch;         /* oldest slot that misses something, or `accept` */
  struct send_slot* link;          /* oldest slot that has not left */
};

enum receive_stage {
  RECEIVE_FREE,    /* no packet */
  RECEIVE_ARMED,   /* the link may write to it */
  RECEIVE_SWALLOW, /* the packet is longer than any, and will be dropped */
  RECEIVE_ARRIVED  /* complete and good */
};

struct receive_slot {
  uint32_t stage;
  uint32_t buffer;                     /* SRAM address of the wire header */
  uint32_t limit;                      /* of the last word of the buffer */
  struct myriapi_receive_entry* entry; /* where it goes */
  uint32_t outcome;
  uint32_t from;                    /* SRAM address of the next byte for the host */
  uint32_t end;                     /* and of the first one that does not go there */
  const struct myriapi_piece* next; /* piece that it goes to */
  struct receive_slot* following;
};

struct receive_side {
  struct myriapi_receive_entry* ring; /* descriptor for the next packet */
  struct receive_slot* link;          /* slot that the link fills, or will when it is free */
  struct receive_slot* host;          /* oldest slot that the host has not got */
};

enum host_dma_use { HOST_DMA_IDLE, HOST_DMA_FETCH, HOST_DMA_DEPOSIT };

struct firmware {
  struct send_side send;
  struct receive_side receive;
  uint32_t host_dma;         /* what the host DMA does now */
  uint32_t notify_interrupt; /* copy of the configuration */
  struct send_slot send_slots[MYRIAPI_MOST_BUFFERS];
  struct receive_slot receive_slots[MYRIAPI_MOST_BUFFERS];
};

extern struct myriapi_nic myriapi_nic;
extern struct firmware firmware;

/* Checks the configuration and prepares everything. Returns the state to report: running or why
 * not. */
uint32_t myriapi_start(void);

/* The main loop. It returns only in tests. */
void myriapi_serve(void);

LANAI_INLINE void host_dma_start(uint32_t use, uint32_t host, uint32_t sram, uint32_t bytes,
                                 uint32_t direction) {
  host_dma_move(host, sram, bytes, direction);
  firmware.host_dma = use;
  myriapi_nic.status.host_dma_transfers += 1;
}

/* Tells whether the host DMA does `use`, which may end here. */
LANAI_INLINE uint32_t host_dma_does(uint32_t use, uint32_t isr) {
  if (firmware.host_dma != use) return 0;
  if ((isr & LANAI_ISR_DMA_MASK) == 0) return 1;
  firmware.host_dma = HOST_DMA_IDLE;
  return 0;
}

#endif
