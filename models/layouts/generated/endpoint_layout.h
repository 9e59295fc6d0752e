/* Generated from models/layouts/endpoint.layout.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_ENDPOINT_LAYOUT_H
#define FLYBAR_GENERATED_ENDPOINT_LAYOUT_H
/* clang-format off */

/* Entries of the send ring, a power of two. */
#define TPZ_SEND_ENTRIES 0x20u

/* Entries of the receive ring, a power of two. */
#define TPZ_RECEIVE_ENTRIES 0x20u

/* Entries of the incoming payload table, a power of two. */
#define TPZ_IPT_ENTRIES 0x100u

/* Bits of a payload token that are the index; the rest is the key, never all zero. */
#define TPZ_TOKEN_INDEX_MASK 0xffu

/* Where the key of a payload token begins. */
#define TPZ_TOKEN_KEY_SHIFT 0x8u

/* Added to layout_version, where a version stands, if the incoming payload table is in the chip's unit. */
#define TPZ_HARDWARE_IPT 0x80000000u

/* Added to layout_version, where a version stands, if the firmware coalesces interrupts. */
#define TPZ_COALESCING 0x40000000u

/* Added besides, if it looks for types of messages that interrupt at once. */
#define TPZ_URGENT 0x20000000u

/* Where the type of a message begins in its message_id; the rest is its serial number. */
#define TPZ_TYPE_SHIFT 0x18u

/* Entries of the route table. */
#define TPZ_MAX_NODES 0x40u

/* Route bytes per route. */
#define TPZ_MAX_ROUTE 0x8u

/* Bytes of a control message. */
#define TPZ_MAX_CONTROL 0x80u

/* Largest payload that can be configured, bytes. */
#define TPZ_MAX_PAYLOAD 0x10000u

/* First word of a Trapeze packet; its first bit is 0, unlike that of a route byte (value is ours). */
#define TPZ_WIRE_TYPE 0x4100001u

/* The entry belongs to the host: free (send) or holding a message (receive). */
#define TPZ_OWNER_HOST 0x0u

/* The entry belongs to the NIC: to be sent (send) or to be filled (receive). */
#define TPZ_OWNER_NIC 0x1u

/* Each transfer of a packet starts when the previous one has all of it. */
#define TPZ_MODE_STORE_AND_FORWARD 0x0u

/* Cut-through in pulses of exactly the threshold. */
#define TPZ_MODE_STATIC 0x1u

/* Cut-through in pulses of all that has arrived, at least the threshold. */
#define TPZ_MODE_EAGER 0x2u

/* A sending and a receiving coroutine, packet by packet. */
#define TPZ_MODE_FUNCTIONAL 0x3u

/* The firmware has not looked at its configuration yet. */
#define TPZ_STATE_RESET 0x0u

/* The firmware serves its rings. */
#define TPZ_STATE_RUNNING 0x1u

/* Halted: config.version is not layout_version. */
#define TPZ_STATE_BAD_VERSION 0x80000001u

/* Halted: config.mode is unknown. */
#define TPZ_STATE_BAD_MODE 0x80000002u

/* Halted: a threshold is 0 or not a multiple of 4. */
#define TPZ_STATE_BAD_THRESHOLD 0x80000003u

/* Halted: config.max_payload is 0, above max_payload or not a multiple of 4. */
#define TPZ_STATE_BAD_PAYLOAD 0x80000004u

/* Halted: SRAM holds fewer than one send and two receive buffers of config.max_payload. */
#define TPZ_STATE_NO_MEMORY 0x80000005u

/* Halted: config.send_entries or receive_entries is below the slots of the card, or more than there are. */
#define TPZ_STATE_BAD_RING 0x80000006u

/* Changes whenever the layout does. */
#define TPZ_LAYOUT_VERSION 0x4f0a240bu

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Written by the host before it lets the chip run; never again. */
struct tpz_config {
  uint32_t version; /* +0: layout_version; anything else halts the firmware. */
  uint32_t mode; /* +4: One of the mode constants. */
  uint32_t send_threshold; /* +8: Bytes from the host that make a send pulse, a multiple of 4. */
  uint32_t receive_threshold; /* +12: Bytes from the link that make a receive pulse, a multiple of 4. */
  uint32_t max_payload; /* +16: Longest payload, bytes, a multiple of 4. */
  uint32_t control_by_dma; /* +20: 1: control bytes travel by DMA to and from the mirrors. */
  uint32_t notify_interrupt; /* +24: 1: every delivery raises the host interrupt. */
  uint32_t node; /* +28: Number of this node, the source of its packets. */
  uint32_t send_mirror; /* +32: Host address of a copy of the send ring, 32-byte aligned; only its control bytes are read. */
  uint32_t receive_mirror; /* +36: Host address of a copy of the receive ring, 32-byte aligned; deliveries are written there. */
  uint32_t send_entries; /* +40: Entries of the send ring that are used, from the first. */
  uint32_t receive_entries; /* +44: Entries of the receive ring that are used, from the first. */
  uint32_t coalesce_messages; /* +48: Deliveries after which the host is interrupted, in a firmware that coalesces. */
  uint32_t coalesce_ticks; /* +52: Or so many ticks of RTC after the first of them. */
  uint32_t urgent_types; /* +56: Bit n: a message of type n interrupts at once, in a firmware that looks for types. */
  uint32_t spare; /* +60: Zero. */
} __attribute__((aligned(32)));
#define TPZ_CONFIG_SIZE 64u

/* Written by the firmware, readable by the host at any time. */
struct tpz_status {
  uint32_t state; /* +0: One of the state constants. */
  uint32_t version; /* +4: layout_version of the firmware, already in the image. */
  uint32_t send_done; /* +8: Send entries given back to the host, in ring order. */
  uint32_t send_refused; /* +12: Of these, not sent: length, node or alignment not allowed. */
  uint32_t received; /* +16: Messages delivered. */
  uint32_t dropped_ring_full; /* +20: Packets dropped because the host owned the next receive entry. */
  uint32_t payload_discarded; /* +24: Delivered without payload: no frame attached. */
  uint32_t payload_truncated; /* +28: Delivered without payload: it was longer than its frame. */
  uint32_t ipt_rejected; /* +32: Delivered without payload: token not valid. */
  uint32_t crc_errors; /* +36: Packets dropped for a wrong CRC. */
  uint32_t length_errors; /* +40: Packets dropped because shorter or longer than their header says. */
  uint32_t foreign_packets; /* +44: Packets dropped because they are not Trapeze's. */
  uint32_t host_dma_transfers; /* +48: Host DMA transfers started. */
  uint32_t interrupts; /* +52: Host interrupts raised. */
  uint32_t send_buffers; /* +56: Packet buffers for sending, decided at start-up. */
  uint32_t receive_buffers; /* +60: Packet buffers for receiving, decided at start-up. */
} __attribute__((aligned(32)));
#define TPZ_STATUS_SIZE 64u

/* How to reach a node. */
struct tpz_route {
  uint32_t length; /* +0: Zero: the node is unknown. */
  uint32_t path[2]; /* +4: Route bytes, right-aligned: the last one ends path[1]. */
};
#define TPZ_ROUTE_SIZE 12u
#define TPZ_ROUTE_LENGTH_VALID_MASK 0x80000000u  /* The route may be used. */
#define TPZ_ROUTE_LENGTH_VALID_SHIFT 31u
#define TPZ_ROUTE_LENGTH_BYTES_MASK 0x0000000fu  /* Route bytes, 0 to 8. */
#define TPZ_ROUTE_LENGTH_BYTES_SHIFT 0u

/* Follows the route bytes of a packet; control bytes and payload follow it, each padded to whole words. */
struct tpz_wire_header {
  uint32_t type; /* +0: wire_type. */
  uint32_t source; /* +4: Where from, and how long the control message is. */
  uint32_t payload_length; /* +8: Payload bytes. */
  uint32_t token; /* +12: Payload token, 0 for none. */
  uint32_t message_id; /* +16: Opaque. */
};
#define TPZ_WIRE_HEADER_SIZE 20u
#define TPZ_WIRE_HEADER_SOURCE_NODE_MASK 0xffff0000u  /* Sending node. */
#define TPZ_WIRE_HEADER_SOURCE_NODE_SHIFT 16u
#define TPZ_WIRE_HEADER_SOURCE_CONTROL_LENGTH_MASK 0x0000ffffu  /* Control bytes, 0 to max_control. */
#define TPZ_WIRE_HEADER_SOURCE_CONTROL_LENGTH_SHIFT 0u

/* One entry of the send ring. The host writes control bytes, then the first 32 bytes in one burst. */
struct tpz_send_entry {
  uint32_t destination; /* +0: Node to send to. */
  uint32_t control_length; /* +4: Control bytes, 0 to max_control. */
  uint32_t payload_length; /* +8: Payload bytes, 0 to config.max_payload. */
  uint32_t payload_address; /* +12: Host address of the payload, a multiple of 4. */
  uint32_t token; /* +16: Payload token of the receiver, 0 for none. */
  uint32_t message_id; /* +20: Opaque, travels with the message. */
  uint32_t cookie; /* +24: The host's own. */
  uint32_t owner; /* +28: Last word of the line: host sets owner_nic, firmware sets owner_host when all has left. */
  uint32_t pad; /* +32: Aligns the control buffer. */
  uint32_t route[2]; /* +36: Route bytes, right-aligned. */
  struct tpz_wire_header header; /* +44: Wire header, sent with route and control in one piece. */
  uint8_t control[128]; /* +64: Control bytes from the first one. */
} __attribute__((aligned(32)));
#define TPZ_SEND_ENTRY_SIZE 192u

/* One entry of the receive ring, in SRAM and (control by DMA) in the host's mirror. */
struct tpz_receive_entry {
  uint8_t control[128]; /* +0: Control bytes, ending at the line: they begin at max_control - control_length rounded up to 4. */
  uint32_t frame_address; /* +128: Host address of the attached frame, a multiple of 4. */
  uint32_t frame_length; /* +132: Bytes of the frame, a multiple of 4; 0 if none is attached. */
  uint32_t control_length; /* +136: Control bytes. */
  uint32_t payload_length; /* +140: Payload bytes delivered. */
  uint32_t source; /* +144: Sending node and what became of the payload. */
  uint32_t token; /* +148: Payload token of the message, 0 for none. */
  uint32_t message_id; /* +152: Opaque, from the sender. */
  uint32_t owner; /* +156: Last word of the line: host sets owner_nic, firmware sets owner_host when the message is complete. */
} __attribute__((aligned(32)));
#define TPZ_RECEIVE_ENTRY_SIZE 160u
#define TPZ_RECEIVE_ENTRY_SOURCE_NODE_MASK 0x0000ffffu  /* Sending node. */
#define TPZ_RECEIVE_ENTRY_SOURCE_NODE_SHIFT 0u
#define TPZ_RECEIVE_ENTRY_SOURCE_DISCARDED_MASK 0x00010000u  /* There was a payload, but no frame. */
#define TPZ_RECEIVE_ENTRY_SOURCE_DISCARDED_SHIFT 16u
#define TPZ_RECEIVE_ENTRY_SOURCE_TRUNCATED_MASK 0x00020000u  /* There was a payload longer than its frame; nothing was written. */
#define TPZ_RECEIVE_ENTRY_SOURCE_TRUNCATED_SHIFT 17u
#define TPZ_RECEIVE_ENTRY_SOURCE_IPT_REJECTED_MASK 0x00040000u  /* The token was not valid; nothing was written. */
#define TPZ_RECEIVE_ENTRY_SOURCE_IPT_REJECTED_SHIFT 18u
#define TPZ_RECEIVE_ENTRY_SOURCE_IPT_MASK 0x00080000u  /* The payload lies in the frame of the token, the attached frame is untouched. */
#define TPZ_RECEIVE_ENTRY_SOURCE_IPT_SHIFT 19u

/* One entry of the incoming payload table. Valid while token is not 0 and differs from consumed. */
struct tpz_ipt_entry {
  uint32_t token; /* +0: The payload token; 0 cancels the entry. */
  uint32_t address; /* +4: Host address of the buffer, a multiple of 4. */
  uint32_t length; /* +8: Bytes of the buffer, a multiple of 4. */
  uint32_t consumed; /* +12: The last token that a message used up; 0 again if that message was dropped. */
};
#define TPZ_IPT_ENTRY_SIZE 16u

/* Everything, at the symbol tpz_endpoint. */
struct tpz_endpoint {
  struct tpz_config config; /* +0: Options. */
  struct tpz_status status; /* +64: State and counters. */
  struct tpz_send_entry send[32]; /* +128: Send ring. */
  struct tpz_receive_entry receive[32]; /* +6272: Receive ring. */
  struct tpz_ipt_entry ipt[256]; /* +11392: Incoming payload table. */
  struct tpz_route routes[64]; /* +15488: Route table, by node. */
} __attribute__((aligned(32)));
#define TPZ_ENDPOINT_SIZE 16256u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_ENDPOINT_LAYOUT_H */
