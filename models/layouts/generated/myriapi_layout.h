/* Generated from models/layouts/myriapi.layout.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_MYRIAPI_LAYOUT_H
#define FLYBAR_GENERATED_MYRIAPI_LAYOUT_H
/* clang-format off */

/* Descriptors of the send ring, a power of two. */
#define MYRIAPI_SEND_ENTRIES 0x10u

/* Descriptors of the receive ring, a power of two. */
#define MYRIAPI_RECEIVE_ENTRIES 0x10u

/* Pieces of host memory that a packet is gathered from, at most. */
#define MYRIAPI_SEND_PIECES 0x10u

/* Pieces of host memory that a packet is scattered to, at most. */
#define MYRIAPI_RECEIVE_PIECES 0x8u

/* Bytes of the longest packet, without its header. */
#define MYRIAPI_MTU 0x20f0u

/* Packet buffers each way that can be configured. */
#define MYRIAPI_MOST_BUFFERS 0x4u

/* Entries of the route table. */
#define MYRIAPI_MAX_NODES 0x40u

/* Route bytes per route. */
#define MYRIAPI_MAX_ROUTE 0x8u

/* The highest channel. */
#define MYRIAPI_MOST_CHANNEL 0xffffu

/* First word of a MyriAPI packet; its first bit is 0, unlike that of a route byte (value is ours). */
#define MYRIAPI_WIRE_TYPE 0x4300001u

/* The descriptor belongs to the host: free (send) or with a packet (receive). */
#define MYRIAPI_OWNER_HOST 0x0u

/* The descriptor belongs to the NIC: to be sent (send) or to be filled (receive). */
#define MYRIAPI_OWNER_NIC 0x1u

/* The packet lies in the pieces. */
#define MYRIAPI_OUTCOME_STORED 0x1u

/* The packet was longer than the pieces; nothing was written. */
#define MYRIAPI_OUTCOME_TOO_LONG 0x2u

/* A packet came, but the pieces are not allowed; nothing was written. */
#define MYRIAPI_OUTCOME_REFUSED 0x3u

/* The firmware has not looked at its configuration yet. */
#define MYRIAPI_STATE_RESET 0x0u

/* The firmware serves its rings. */
#define MYRIAPI_STATE_RUNNING 0x1u

/* Halted: config.version is not layout_version. */
#define MYRIAPI_STATE_BAD_VERSION 0x80000001u

/* Halted: config.buffers is below 2 or above most_buffers. */
#define MYRIAPI_STATE_BAD_BUFFERS 0x80000002u

/* Halted: SRAM does not hold config.buffers packets each way. */
#define MYRIAPI_STATE_NO_MEMORY 0x80000003u

/* Changes whenever the layout does. */
#define MYRIAPI_LAYOUT_VERSION 0xd715be1bu

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Written by the host before it lets the chip run; never again. */
struct myriapi_config {
  uint32_t version; /* +0: layout_version; anything else halts the firmware. */
  uint32_t node; /* +4: Number of this node, the source of its packets. */
  uint32_t buffers; /* +8: Packet buffers each way. */
  uint32_t notify_interrupt; /* +12: 1: every delivery raises the host interrupt. */
  uint32_t spare[4]; /* +16: Zero. */
} __attribute__((aligned(32)));
#define MYRIAPI_CONFIG_SIZE 32u

/* Written by the firmware, readable by the host at any time. */
struct myriapi_status {
  uint32_t state; /* +0: One of the state constants. */
  uint32_t version; /* +4: layout_version of the firmware, already in the image. */
  uint32_t send_done; /* +8: Send descriptors given back to the host, in ring order. */
  uint32_t send_refused; /* +12: Of these, not sent: pieces, length or node not allowed. */
  uint32_t received; /* +16: Packets delivered. */
  uint32_t not_stored; /* +20: Receive descriptors given back with another outcome than outcome_stored. */
  uint32_t dropped_ring_full; /* +24: Packets dropped because the host owned the next receive descriptor. */
  uint32_t crc_errors; /* +28: Packets dropped for a wrong CRC. */
  uint32_t length_errors; /* +32: Packets dropped because shorter or longer than their header says, or than any. */
  uint32_t foreign_packets; /* +36: Packets dropped because they are not MyriAPI's. */
  uint32_t host_dma_transfers; /* +40: Host DMA transfers started. */
  uint32_t interrupts; /* +44: Host interrupts raised. */
  uint32_t spare[4]; /* +48: Zero. */
} __attribute__((aligned(32)));
#define MYRIAPI_STATUS_SIZE 64u

/* How to reach a node. */
struct myriapi_route {
  uint32_t length; /* +0: Zero: the node is unknown. */
  uint32_t path[2]; /* +4: Route bytes, right-aligned: the last one ends path[1]. */
};
#define MYRIAPI_ROUTE_SIZE 12u
#define MYRIAPI_ROUTE_LENGTH_VALID_MASK 0x80000000u  /* The route may be used. */
#define MYRIAPI_ROUTE_LENGTH_VALID_SHIFT 31u
#define MYRIAPI_ROUTE_LENGTH_BYTES_MASK 0x0000000fu  /* Route bytes, 0 to 8. */
#define MYRIAPI_ROUTE_LENGTH_BYTES_SHIFT 0u

/* Follows the route bytes of a packet; its bytes follow it, padded to whole words. */
struct myriapi_wire_header {
  uint32_t type; /* +0: wire_type. */
  uint32_t source; /* +4: Where from, and for whom. */
  uint32_t length; /* +8: Bytes that follow, 0 to mtu. */
  uint32_t tag; /* +12: Opaque. */
};
#define MYRIAPI_WIRE_HEADER_SIZE 16u
#define MYRIAPI_WIRE_HEADER_SOURCE_NODE_MASK 0xffff0000u  /* Sending node. */
#define MYRIAPI_WIRE_HEADER_SOURCE_NODE_SHIFT 16u
#define MYRIAPI_WIRE_HEADER_SOURCE_CHANNEL_MASK 0x0000ffffu  /* Channel of the receiver. */
#define MYRIAPI_WIRE_HEADER_SOURCE_CHANNEL_SHIFT 0u

/* Host memory in a row. */
struct myriapi_piece {
  uint32_t address; /* +0: Host address, a multiple of 4. */
  uint32_t length; /* +4: Bytes, a multiple of 4 and not 0. The last piece of a send descriptor may have any length: whole words are read. */
};
#define MYRIAPI_PIECE_SIZE 8u

/* One descriptor of the send ring. The host writes pieces, then the last 32 bytes in one burst. */
struct myriapi_send_entry {
  struct myriapi_piece pieces[16]; /* +0: What the packet is gathered from, in this order. */
  uint32_t count; /* +128: Pieces, 0 to send_pieces. */
  uint32_t destination; /* +132: Node to send to. */
  uint32_t channel; /* +136: Channel there, 0 to most_channel. */
  uint32_t sum_from; /* +140: Where a sum would begin. Zero: this firmware computes none. */
  uint32_t sum_to; /* +144: Where it would be put. Zero. */
  uint32_t tag; /* +148: Opaque, travels with the packet. */
  uint32_t spare; /* +152: Zero. */
  uint32_t owner; /* +156: Last word: host sets owner_nic, firmware sets owner_host when all has left. */
} __attribute__((aligned(32)));
#define MYRIAPI_SEND_ENTRY_SIZE 160u

/* One descriptor of the receive ring. The host writes pieces, then count, then owner. */
struct myriapi_receive_entry {
  struct myriapi_piece pieces[8]; /* +0: What a packet is scattered to, in this order. */
  uint32_t count; /* +64: Pieces, 0 to receive_pieces. */
  uint32_t length; /* +68: Bytes of the packet. */
  uint32_t source; /* +72: As in the header of the packet. */
  uint32_t outcome; /* +76: One of the outcome constants. */
  uint32_t sum; /* +80: Would be the sum of the bytes. Zero: this firmware computes none. */
  uint32_t tag; /* +84: Opaque, from the sender. */
  uint32_t spare; /* +88: Zero. */
  uint32_t owner; /* +92: Last word: host sets owner_nic, firmware sets owner_host when the packet is complete. */
} __attribute__((aligned(32)));
#define MYRIAPI_RECEIVE_ENTRY_SIZE 96u
#define MYRIAPI_RECEIVE_ENTRY_SOURCE_NODE_MASK 0xffff0000u  /* Sending node. */
#define MYRIAPI_RECEIVE_ENTRY_SOURCE_NODE_SHIFT 16u
#define MYRIAPI_RECEIVE_ENTRY_SOURCE_CHANNEL_MASK 0x0000ffffu  /* Channel that it is for. */
#define MYRIAPI_RECEIVE_ENTRY_SOURCE_CHANNEL_SHIFT 0u

/* Everything, at the symbol myriapi_nic. */
struct myriapi_nic {
  struct myriapi_config config; /* +0: Options. */
  struct myriapi_status status; /* +32: State and counters. */
  struct myriapi_send_entry send[16]; /* +96: Send ring. */
  struct myriapi_receive_entry receive[16]; /* +2656: Receive ring. */
  struct myriapi_route routes[64]; /* +4192: Route table, by node. */
} __attribute__((aligned(32)));
#define MYRIAPI_NIC_SIZE 4960u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_MYRIAPI_LAYOUT_H */
