/* What the parts of the Trapeze firmware share: the packets under way and who uses which engine.
 *
 * A packet buffer and what is known of its packet is a slot. Slots of one direction form a circle,
 * and each stage of the way (ring, host DMA, link) has a pointer to the slot that it serves. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_MCP_H
#define FLYBAR_FIRMWARE_TRAPEZE_MCP_H

#include "firmware/common/engines.h"
#include "models/layouts/generated/endpoint_layout.h"

#define MCP_MAX_SLOTS 3u

/* How many bytes the next pulse of an outgoing engine may move, 0 for none yet. `arrived` bytes
 * wait in SRAM, `left` bytes of the payload have not been moved on; arrived == left means all is
 * there. */
typedef uint32_t (*pulse_rule)(uint32_t arrived, uint32_t left, uint32_t threshold);

enum fetch_stage { FETCH_NOTHING, FETCH_CONTROL, FETCH_PAYLOAD };

struct send_slot {
  struct tpz_send_entry* entry; /* null: the slot is free */
  uint32_t buffer;              /* SRAM address of the payload */
  uint32_t length;              /* payload in whole words */
  uint32_t sent;                /* payload bytes given to the link */
  uint32_t head;                /* SRAM address of the first route byte, 0 once the link has it */
  uint32_t body;                /* SRAM address behind the control bytes */
  uint32_t fetch_stage;         /* what must still come from the host */
  struct send_slot* next;
};

struct send_side {
  struct tpz_send_entry* ring; /* next entry to look at */
  struct send_slot* accept;    /* slot for it */
  struct send_slot* link;      /* oldest slot that has not left */
  struct send_slot* fetch;     /* oldest slot that misses something from the host, or `accept` */
  uint32_t unfetched;          /* accepted slots from `fetch` on */
  uint32_t link_busy;          /* the send DMA moves a piece of `link` */
};

enum receive_stage {
  RECEIVE_FREE,     /* no packet */
  RECEIVE_ARMED,    /* the link may write to it; no header yet */
  RECEIVE_ARRIVING, /* the header has been understood, the rest is coming */
  RECEIVE_SWALLOW,  /* the packet will be dropped */
  RECEIVE_ARRIVED   /* complete and good */
};

struct receive_slot {
  uint32_t stage;
  uint32_t buffer;                 /* SRAM address of the wire header */
  uint32_t limit;                  /* of the last word of the buffer */
  struct tpz_receive_entry* entry; /* where it will be delivered */
  uint32_t deposit;                /* SRAM address of the next payload byte for the host */
  uint32_t deposit_end;            /* and of the first byte that is none */
  uint32_t host;                   /* host address of the next payload byte */
  uint32_t tail;                   /* RMP when the packet has the length that its header says */
  uint32_t* drop_counter;          /* what counts it while it is swallowed */
  uint32_t payload_length;         /* as delivered */
  uint32_t flags;                  /* of tpz_receive_entry.source */
  uint32_t described;              /* the entry is filled in but for its owner */
  struct receive_slot* next;
};

struct receive_side {
  struct tpz_receive_entry* ring; /* entry for the next packet */
  struct receive_slot* link;      /* slot that the link fills, or will when it is free */
  struct receive_slot* host;      /* oldest slot that the host has not got */
  struct tpz_receive_entry* post; /* entry to be copied to the mirror, or null */
};

/* Those that move a payload come last: one comparison tells that a packet may pass through. */
enum host_dma_use {
  HOST_DMA_IDLE,
  HOST_DMA_POST,
  HOST_DMA_FETCH_CONTROL,
  HOST_DMA_FETCH,
  HOST_DMA_DEPOSIT
};

/* Deliveries that the host has not been interrupted for. */
struct coalesced {
  uint32_t messages; /* how many */
  uint32_t since;    /* RTC at the first of them */
  uint32_t most;     /* copies of the configuration */
  uint32_t ticks;
#ifdef MCP_URGENT
  uint32_t urgent_types;
#endif
};

struct mcp {
  struct send_side send;
  struct receive_side receive;
  uint32_t host_dma;    /* what the host DMA does now */
  uint32_t send_turn;   /* the send side is next at the host DMA if both want it */
  uint32_t max_payload; /* copies of the configuration */
  uint32_t send_threshold;
  uint32_t receive_threshold;
  uint32_t control_by_dma;
  uint32_t notify_interrupt;
  uint32_t no_doorbell; /* an owner that is never the NIC */
  struct send_slot send_slots[MCP_MAX_SLOTS];
  struct receive_slot receive_slots[MCP_MAX_SLOTS];
  struct tpz_send_entry* send_ring_end; /* behind the last entries that are used */
  struct tpz_receive_entry* receive_ring_end;
#ifdef MCP_COALESCE
  struct coalesced coalesced;
#endif
};

extern struct tpz_endpoint tpz_endpoint;
extern struct mcp mcp;

/* Checks the configuration and prepares everything. Returns the state to report: running or why
 * not. */
uint32_t mcp_start(void);

/* The main loops. They return only in tests. */
void mcp_store_and_forward(void);
void mcp_static_pulses(void);
void mcp_eager(void);
void mcp_functional(void);

#endif
