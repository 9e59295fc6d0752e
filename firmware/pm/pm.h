/* What the parts of the PM firmware share: channels, packets under way and who uses which engine.
 */
#ifndef FLYBAR_FIRMWARE_PM_PM_H
#define FLYBAR_FIRMWARE_PM_PM_H

#include "firmware/common/engines.h"
#include "models/layouts/generated/pm_layout.h"

#define PM_MOST_BUFFERS 4u
#define PM_PAGE (1u << PM_PAGE_SHIFT)
/* What each write of host_status adds to its last word. */
#define NEWS (1u << PM_HOST_STATUS_NEWS_SERIAL_SHIFT)

/* `a` comes before `b` in numbers that wrap around. */
LANAI_INLINE uint32_t before(uint32_t a, uint32_t b) {
  return (int32_t)(a - b) < 0;
}

/* From BEGUN on, job.first is valid. AGAIN: some packets are sent more than once. */
enum job_begun { JOB_WAITS, JOB_BEGUN, JOB_BEGUN_AGAIN };

/* A queue entry that has been taken. Its packets have consecutive numbers, because no other entry
 * to the same node is begun before all of them have been. Its 8 words make its place a shift. */
struct job {
  struct pm_peer* peer; /* null: it has failed */
  uint32_t begun;
  uint32_t first; /* number of the first packet */
  uint32_t packets;
  uint32_t sent;  /* packets given to slots; less again after a refusal */
  uint32_t local; /* of a write, where its next packet comes from, */
  uint32_t place; /* where it goes, */
  uint32_t left;  /* and what is left of it with that packet */
};

/* A channel. Jobs are used in turn: head, cursor and next count them. */
struct lane {
  const struct pm_queue_entry* doorbell; /* the next queue entry to take */
  struct pm_channel* shared;
  struct pm_peer* peers;
  uint32_t tag;         /* its number where words of the pin tables have it */
  uint32_t send_buffer; /* copies of what the host has said */
  uint32_t send_last;   /* where the last message may begin in it: the longest would still fit */
  uint32_t status_block;
  uint32_t front;     /* last word of host_status for the next message in front, but its length */
  uint32_t head;      /* oldest job that is not done */
  uint32_t cursor;    /* oldest job that may have packets to send */
  uint32_t next;      /* jobs taken so far */
  uint32_t changed;   /* the host has to be told, when its DMA is idle */
  uint32_t open;      /* a process has it */
  uint32_t filled;    /* host_status.received when all that was accepted has been stored */
  struct lane* other; /* the next one that is open */
  struct job jobs[PM_QUEUE_ENTRIES];
};

/* A slot is prepared while the host DMA still moves something else, which then need not wait for
 * more than four registers. */
enum send_stage { SEND_FREE, SEND_PREPARED, SEND_FETCHING, SEND_READY };

/* A packet on its way out. Route, header and data lie one behind the other. */
struct send_slot {
  uint32_t stage;
  uint32_t data;      /* SRAM address of what follows the header */
  uint32_t end;       /* and of what follows that, in whole words */
  uint32_t next_byte; /* first one that has not been given to the link */
  uint32_t begun;     /* its head has been given to the link */
  uint32_t host;      /* where the data lies */
  struct pm_peer* peer;
  struct send_slot* next;
};

enum receive_stage { RECEIVE_FREE, RECEIVE_ARMED, RECEIVE_ARRIVED };

/* Who is told that a packet has been stored: of a write its sender alone, and only with its last
 * page, which asks for that. */
enum receive_tells { TELLS_NOBODY, TELLS_SENDER, TELLS_HOST };

/* A packet on its way in. */
struct receive_slot {
  uint32_t stage;
  uint32_t buffer;      /* SRAM address of the header */
  uint32_t limit;       /* of the last word of the buffer */
  uint32_t from;        /* SRAM address of what goes to the host next */
  uint32_t host;        /* where to */
  uint32_t bytes;       /* how much; 0: nothing goes there */
  uint32_t host_after;  /* a second piece, in another page */
  uint32_t bytes_after; /* how long; 0: none */
  uint32_t stored;      /* number of the packet, and 1 */
  uint32_t tells;
  uint32_t received; /* of a message, host_status.received when it is there */
  struct lane* lane;
  struct pm_peer* peer;
  struct receive_slot* next;
};

enum host_dma_use { HOST_DMA_IDLE, HOST_DMA_POST, HOST_DMA_FETCH, HOST_DMA_DEPOSIT };

/* The connection of the last short message that came, and what it leaves for later. */
struct known {
  uint32_t source; /* as its header says */
  struct pm_peer* peer;
  struct lane* lane;
  uint32_t pending; /* the rest is still to be done: */
  uint32_t place;   /* what it acknowledges, */
  uint32_t owed;    /* and its own acknowledgement */
};

/* The page of a write that is likely to come next: it goes on with the last one, and is whole. */
struct page_that_comes {
  uint32_t source; /* as its header says; 0: none is */
  uint32_t place;  /* where it goes */
  uint32_t wanted; /* bits of the word of the pin table */
  struct pm_peer* peer;
};

/* The page of a write that is likely to be sent next. */
struct page_that_goes {
  uint32_t source; /* as its header will say */
  uint32_t wanted; /* bits of the word of the pin table */
  struct pm_peer* peer;
  struct job* job; /* null: none is */
};

/* Connections that get a control packet, and the packet. */
struct control {
  struct pm_peer* first; /* null: none */
  struct pm_peer* last;
  uint32_t urgent;  /* they go before data, and without a rest */
  uint32_t owed;    /* packets that were stored or sent since the list was empty */
  uint32_t sending; /* the link has the packet */
  uint32_t packet;  /* SRAM address of its header */
};

/* The main loop waits for bits of ISR, and for the doorbell of a lane. */
struct pm_firmware {
  uint32_t waits;             /* bits of ISR that are events now */
  uint32_t host_dma;          /* what the host DMA does now */
  uint32_t send_wanted;       /* a packet can perhaps be prepared */
  uint32_t send_turn;         /* the send side is next at the host DMA if both want it */
  uint32_t link_busy;         /* the send DMA moves a piece */
  uint32_t changed;           /* lanes that the host has to be told of */
  uint32_t post_was_put_off;  /* that was put off for a packet */
  struct lane* lane;          /* whose doorbell is next; null: none is open */
  struct send_slot* prepare;  /* slot for the next packet */
  struct send_slot* fetch;    /* oldest slot that has not come from the host */
  struct send_slot* link;     /* oldest slot that has not left */
  struct receive_slot* arm;   /* slot that the link fills, or will when it is free */
  struct receive_slot* store; /* oldest slot that the host has not got */
  struct control control;
  struct known known;
  struct page_that_comes comes;
  struct page_that_goes goes;
  uint32_t short_data; /* SRAM address of the data of a short message */
  struct lane* later;  /* the host is told of it after a rest; null: of none */
  uint32_t timer_runs;
  uint32_t pins;      /* entries of the pin tables of all channels */
  uint32_t last_peer; /* where that of last_node lies among the peers of a lane, in bytes */
  uint32_t last_node; /* copies of the configuration */
  uint32_t channels;
  uint32_t pulse;
  uint32_t longest_whole; /* packet that does not leave before all of it has come */
  uint32_t ack_after;
  uint32_t rest;
  uint32_t pause;
  uint32_t retry;
  uint32_t give_up;
  struct pm_pin* pin_table;
  struct send_slot send_slots[PM_MOST_BUFFERS];
  struct receive_slot receive_slots[PM_MOST_BUFFERS];
  struct lane* by_channel[PM_MOST_CHANNELS];
  struct lane lanes[PM_MOST_CHANNELS];
};

extern struct pm_nic pm_nic;
extern struct pm_firmware pm;

/* Checks the configuration and prepares everything. Returns the state to report: running or why
 * not. */
uint32_t pm_start(void);

/* The main loop. It returns only in tests. */
void pm_serve(void);

#define PM_ARRIVALS (LANAI_ISR_RECV_MASK | LANAI_ISR_BUFF_MASK)
#define PM_LINK (LANAI_ISR_SEND_MASK | LANAI_ISR_SEND_RDY_MASK)
/* The timer, and the host's signal that a channel was opened or closed. */
#define PM_RARE (LANAI_ISR_TIME_MASK | LANAI_ISR_LAN0_SIG_MASK)

LANAI_INLINE void wait_for(uint32_t events) {
  pm.waits |= events;
}
LANAI_INLINE void wait_no_more_for(uint32_t events) {
  pm.waits &= ~events;
}

LANAI_INLINE struct lane* lane_of(uint32_t source) {
  return pm.by_channel[(source & PM_WIRE_HEADER_SOURCE_CHANNEL_MASK) >>
                       PM_WIRE_HEADER_SOURCE_CHANNEL_SHIFT];
}

/* The peer lives, or a packet to it has left. */
LANAI_INLINE void note_progress(struct pm_peer* peer) {
  if ((peer->flags & PM_PEER_FLAGS_PAUSED_MASK) == 0) peer->since = lanai_read(LANAI_RTC_OFFSET);
}

/* The host is told of what has changed when the host DMA is free. */
LANAI_INLINE void tell_host(struct lane* lane) {
  if (lane->changed || !lane->open) return;
  lane->changed = 1;
  pm.changed += 1;
}

#endif
