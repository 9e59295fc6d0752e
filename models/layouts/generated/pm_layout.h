/* Generated from models/layouts/pm.layout.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_PM_LAYOUT_H
#define FLYBAR_GENERATED_PM_LAYOUT_H
/* clang-format off */

/* Channels that the object has; config.channels of them are used. */
#define PM_MOST_CHANNELS 0x8u

/* Entries of the queue of a channel, a power of two. */
#define PM_QUEUE_ENTRIES 0x40u

/* Entries of the route table. */
#define PM_MOST_NODES 0x100u

/* Route bytes per route. */
#define PM_MAX_ROUTE 0x8u

/* Bytes of the longest message: 8192 and 32 for an envelope. */
#define PM_MTU 0x2020u

/* Bytes of the longest message that may lie in front of host_status. */
#define PM_SHORT_MOST 0x40u

/* What a message in front of host_status adds to host_status.received, although it takes nothing of the receive buffer. */
#define PM_SHORT_TAKEN 0x8u

/* A page has 4096 bytes. */
#define PM_PAGE_SHIFT 0xcu

/* Entries of the pin table of a channel, at most. */
#define PM_MOST_PINS 0x1000u

/* First word of a PM packet; its first bit is 0, unlike that of a route byte (value is ours). */
#define PM_WIRE_TYPE 0x4200001u

/* A message, for the receive buffer. */
#define PM_KIND_MESSAGE 0x1u

/* A remote write, or a piece of it that lies in one page of its source. */
#define PM_KIND_WRITE 0x2u

/* ACK, perhaps with more, for the sender. */
#define PM_KIND_CONTROL 0x3u

/* A packet leaves when all of it has come from the host. */
#define PM_SENDING_WHOLE 0x0u

/* A packet leaves while it comes from the host, its header first. */
#define PM_SENDING_IMMEDIATE 0x1u

/* The firmware has not looked at its configuration yet. */
#define PM_STATE_RESET 0x0u

/* The firmware serves its channels. */
#define PM_STATE_RUNNING 0x1u

/* Halted: config.version is not layout_version. */
#define PM_STATE_BAD_VERSION 0x80000001u

/* Halted: a number of config is out of its range. */
#define PM_STATE_BAD_CONFIG 0x80000002u

/* Halted: SRAM does not hold the pin tables, the state of all nodes and the packet buffers. */
#define PM_STATE_NO_MEMORY 0x80000003u

/* Changes whenever the layout does. */
#define PM_LAYOUT_VERSION 0x858f0bb9u

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Written by the host before it lets the chip run; never again. */
struct pm_config {
  uint32_t version; /* +0: layout_version; anything else halts the firmware. */
  uint32_t node; /* +4: Number of this node. */
  uint32_t nodes; /* +8: Nodes of the system, 1 to most_nodes. */
  uint32_t channels; /* +12: Channels that are served, 1 to most_channels. */
  uint32_t pins; /* +16: Entries of the pin table of each channel, 1 to most_pins. */
  uint32_t buffers; /* +20: Packet buffers of each direction, 2 to 4. */
  uint32_t sending; /* +24: One of the sending constants. */
  uint32_t pulse; /* +28: Bytes from the host that make a pulse to the link, a multiple of 4; for immediate sending. */
  uint32_t ack_after; /* +32: Packets, from whatever nodes, after which they are acknowledged although there is something else to send. */
  uint32_t rest; /* +36: Ticks of RTC in which nothing happens, before an acknowledgement goes by itself that no message has carried. */
  uint32_t pause; /* +40: Ticks of RTC before a refused packet is sent again; doubles with each refusal in a row. */
  uint32_t retry; /* +44: Ticks of RTC without an acknowledgement after which packets are sent again. */
  uint32_t give_up; /* +48: So many times in a row; then the node is dead. */
  uint32_t spare[3]; /* +52: Zero. */
} __attribute__((aligned(32)));
#define PM_CONFIG_SIZE 64u

/* Written by the firmware, readable by the host at any time. */
struct pm_status {
  uint32_t state; /* +0: One of the state constants. */
  uint32_t version; /* +4: layout_version of the firmware, already in the image. */
  uint32_t pins; /* +8: SRAM address of the pin tables: config.pins words for each channel, the host's to write. */
  uint32_t peers; /* +12: SRAM address of the state of connections: config.nodes structures `peer` for each channel. */
  uint32_t messages; /* +16: Messages put into receive buffers. */
  uint32_t writes; /* +20: Packets of remote writes stored. */
  uint32_t acks; /* +24: Control packets sent. */
  uint32_t nacks; /* +28: Of these, with a NACK. */
  uint32_t resent; /* +32: Packets sent again. */
  uint32_t full; /* +36: Messages that found no room. */
  uint32_t discarded; /* +40: Packets out of sequence, dropped. */
  uint32_t crc_errors; /* +44: Packets dropped for a wrong CRC. */
  uint32_t foreign_packets; /* +48: Packets dropped because they are not PM's, or not as long as they say. */
  uint32_t refused; /* +52: Packets of remote writes refused: what they name is not pinned for this channel. */
  uint32_t failed; /* +56: Queue entries that could not be done: an area that is not pinned, a node that is not there or dead. */
  uint32_t timeouts; /* +60: Times that packets were sent again because nothing was acknowledged. */
} __attribute__((aligned(32)));
#define PM_STATUS_SIZE 64u

/* How to reach a node. */
struct pm_route {
  uint32_t length; /* +0: Zero: the node is unknown. */
  uint32_t path[2]; /* +4: Route bytes, right-aligned: the last one ends path[1]. */
};
#define PM_ROUTE_SIZE 12u
#define PM_ROUTE_LENGTH_VALID_MASK 0x80000000u  /* The route may be used. */
#define PM_ROUTE_LENGTH_VALID_SHIFT 31u
#define PM_ROUTE_LENGTH_BYTES_MASK 0x0000000fu  /* Route bytes, 0 to 8. */
#define PM_ROUTE_LENGTH_BYTES_SHIFT 0u

/* Entry of a pin table: one page that is pinned. Only the driver writes it. */
struct pm_pin {
  uint32_t word; /* +0: Zero: nothing is pinned. */
};
#define PM_PIN_SIZE 4u
#define PM_PIN_WORD_FRAME_MASK 0xfffff000u  /* Where the page lies: its physical address. */
#define PM_PIN_WORD_FRAME_SHIFT 12u
#define PM_PIN_WORD_CHANNEL_MASK 0x00000070u  /* Channel whose process has pinned it. */
#define PM_PIN_WORD_CHANNEL_SHIFT 4u
#define PM_PIN_WORD_FIRST_MASK 0x00000002u  /* First page of an area. */
#define PM_PIN_WORD_FIRST_SHIFT 1u
#define PM_PIN_WORD_VALID_MASK 0x00000001u  /* The entry may be used. */
#define PM_PIN_WORD_VALID_SHIFT 0u

/* What a remote or local write names: a byte of a pinned area. Handle + n names byte n of it. */
struct pm_handle {
  uint32_t word; /* +0: Entry and byte. */
};
#define PM_HANDLE_SIZE 4u
#define PM_HANDLE_WORD_ENTRY_MASK 0x07fff000u  /* Entry of the pin tables, those of channel 0 first. */
#define PM_HANDLE_WORD_ENTRY_SHIFT 12u
#define PM_HANDLE_WORD_BYTE_MASK 0x00000fffu  /* Byte in the page. */
#define PM_HANDLE_WORD_BYTE_SHIFT 0u

/* Follows the route bytes of a packet; `length` bytes follow it, padded to whole words. */
struct pm_wire_header {
  uint32_t type; /* +0: wire_type. */
  uint32_t number; /* +4: Of the packet, from this sender to this receiver and channel. Control: zero. */
  uint32_t place; /* +8: Write: handle of its first byte. Else the ACK: all packets before this number have been stored, or, with a NACK, all before it are and it is refused. */
  uint32_t source; /* +12: Where from, and what it is. */
  uint32_t length; /* +16: Bytes that follow. */
};
#define PM_WIRE_HEADER_SIZE 20u
#define PM_WIRE_HEADER_SOURCE_NODE_MASK 0xff000000u  /* Sending node. */
#define PM_WIRE_HEADER_SOURCE_NODE_SHIFT 24u
#define PM_WIRE_HEADER_SOURCE_TO_MASK 0x00ff0000u  /* Receiving node. For those who watch; the firmware goes by its route. */
#define PM_WIRE_HEADER_SOURCE_TO_SHIFT 16u
#define PM_WIRE_HEADER_SOURCE_ASKS_MASK 0x00000800u  /* A process waits for the ACK, which must not wait for a message to carry it. Control: the sender has waited too long, and is told by a NACK what is expected. */
#define PM_WIRE_HEADER_SOURCE_ASKS_SHIFT 11u
#define PM_WIRE_HEADER_SOURCE_GOES_ON_MASK 0x00000400u  /* The packet continues a write. */
#define PM_WIRE_HEADER_SOURCE_GOES_ON_SHIFT 10u
#define PM_WIRE_HEADER_SOURCE_NACK_MASK 0x00000200u  /* Control: the packet `place` was refused. */
#define PM_WIRE_HEADER_SOURCE_NACK_SHIFT 9u
#define PM_WIRE_HEADER_SOURCE_REFUSED_MASK 0x00000100u  /* Control: a write was refused since the last one. */
#define PM_WIRE_HEADER_SOURCE_REFUSED_SHIFT 8u
#define PM_WIRE_HEADER_SOURCE_CHANNEL_MASK 0x00000070u  /* Of both ends. */
#define PM_WIRE_HEADER_SOURCE_CHANNEL_SHIFT 4u
#define PM_WIRE_HEADER_SOURCE_KIND_MASK 0x00000003u  /* One of the kind constants. */
#define PM_WIRE_HEADER_SOURCE_KIND_SHIFT 0u

/* In the receive buffer of the host: a message follows, padded to 8 bytes. As the last words of its wire_header. */
struct pm_message {
  uint32_t source; /* +0: wire_header.source. */
  uint32_t length; /* +4: Bytes of the message. */
};
#define PM_MESSAGE_SIZE 8u

/* In the host's memory, one for each channel; the firmware writes all of it at once when something changes. A message of up to short_most bytes may lie directly in front of it, padded to whole words, instead of in the receive buffer: all earlier ones had been given back. It counts short_taken bytes of `received`. */
struct pm_host_status {
  uint32_t source; /* +0: wire_header.source of the last message in front. */
  uint32_t received; /* +4: Bytes of the receive buffer that were filled, with those skipped at its end and short_taken for each message in front, modulo 2^32. */
  uint32_t done; /* +8: Queue entries whose data are stored at their receivers, or that failed, modulo 2^32. */
  uint32_t failed; /* +12: Of these, failed, and writes that a receiver refused, modulo 2^32. */
  uint32_t news; /* +16: The last word: changes with every write of the structure. */
};
#define PM_HOST_STATUS_SIZE 20u
#define PM_HOST_STATUS_NEWS_SERIAL_MASK 0xffffff00u  /* Counts the writes. */
#define PM_HOST_STATUS_NEWS_SERIAL_SHIFT 8u
#define PM_HOST_STATUS_NEWS_TURN_MASK 0x00000080u  /* Changes with every message in front. */
#define PM_HOST_STATUS_NEWS_TURN_SHIFT 7u
#define PM_HOST_STATUS_NEWS_LENGTH_MASK 0x0000007fu  /* Bytes of the last message in front. */
#define PM_HOST_STATUS_NEWS_LENGTH_SHIFT 0u

/* A message to send, or a remote write. The host writes `command` last. */
struct pm_queue_entry {
  uint32_t remote; /* +0: Write: handle at the receiver. */
  uint32_t length; /* +4: Write: bytes, a multiple of 4. */
  uint32_t local; /* +8: Message: where it begins in the send buffer, bytes. Write: handle of its source. */
  uint32_t command; /* +12: Zero: nothing to do. The firmware writes 0 when the entry is done. */
} __attribute__((aligned(16)));
#define PM_QUEUE_ENTRY_SIZE 16u
#define PM_QUEUE_ENTRY_COMMAND_KIND_MASK 0xc0000000u  /* One of the kind constants. */
#define PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT 30u
#define PM_QUEUE_ENTRY_COMMAND_NODE_MASK 0x00ff0000u  /* Receiver. */
#define PM_QUEUE_ENTRY_COMMAND_NODE_SHIFT 16u
#define PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK 0x00003fffu  /* Message: bytes. */
#define PM_QUEUE_ENTRY_COMMAND_LENGTH_SHIFT 0u

/* What the process of one channel and the firmware share. */
struct pm_channel {
  uint32_t open; /* +0: 1 while a process has it; written last, and then told by signal LAN0. */
  uint32_t send_buffer; /* +4: Host address of the send buffer, a multiple of 8. */
  uint32_t send_size; /* +8: Its bytes. */
  uint32_t receive_buffer; /* +12: Host address of the receive buffer, a multiple of 8. */
  uint32_t receive_size; /* +16: Its bytes. */
  uint32_t status_block; /* +20: Host address of the host_status, a multiple of 4; short_most bytes in front of it are the firmware's. */
  uint32_t consumed; /* +24: Bytes of the receive buffer given back, counted as host_status.received. */
  uint32_t receive_at; /* +28: Where the next message goes; with the words after it, part of what a context switch saves. */
  struct pm_host_status host; /* +32: What the host's copy says, or will. */
  uint32_t spare[3]; /* +52: Zero. */
  struct pm_queue_entry queue[64]; /* +64: Entries are used in turn. */
} __attribute__((aligned(32)));
#define PM_CHANNEL_SIZE 1088u

/* One direction each way between this node and another, for one channel. Route and header of messages to it lie ready to be sent. */
struct pm_peer {
  uint32_t path[2]; /* +0: Route bytes, right-aligned. */
  struct pm_wire_header header; /* +8: Of messages: its source is that of what is sent to it. */
  uint32_t begin; /* +28: SRAM address of the first route byte. */
  uint32_t assigned; /* +32: Number of the next packet to it. */
  uint32_t acked; /* +36: It has stored all packets before. */
  uint32_t expected; /* +40: Number of the next packet from it. */
  uint32_t stored; /* +44: All packets before are in host memory. */
  uint32_t flags; /* +48: What else is known. */
  uint32_t since; /* +52: RTC of the last progress: an ACK, or a packet that left; or of the end of a pause. */
  uint32_t backoff; /* +56: Ticks of the next pause. */
  uint32_t next; /* +60: SRAM address of the next one in the list. */
} __attribute__((aligned(16)));
#define PM_PEER_SIZE 64u
#define PM_PEER_FLAGS_TRIES_MASK 0xffff0000u  /* Time-outs in a row. */
#define PM_PEER_FLAGS_TRIES_SHIFT 16u
#define PM_PEER_FLAGS_ASKING_MASK 0x00000100u  /* It is asked what it expects. */
#define PM_PEER_FLAGS_ASKING_SHIFT 8u
#define PM_PEER_FLAGS_OWED_MASK 0x00000080u  /* It has not been told what has been stored. */
#define PM_PEER_FLAGS_OWED_SHIFT 7u
#define PM_PEER_FLAGS_PAUSED_MASK 0x00000040u  /* Nothing is sent to it before `since`. */
#define PM_PEER_FLAGS_PAUSED_SHIFT 6u
#define PM_PEER_FLAGS_LISTED_MASK 0x00000020u  /* In the list of those that get a control packet. */
#define PM_PEER_FLAGS_LISTED_SHIFT 5u
#define PM_PEER_FLAGS_NACK_MASK 0x00000010u  /* The control packet has a NACK. */
#define PM_PEER_FLAGS_NACK_SHIFT 4u
#define PM_PEER_FLAGS_REFUSED_MASK 0x00000008u  /* It tells of a refused write. */
#define PM_PEER_FLAGS_REFUSED_SHIFT 3u
#define PM_PEER_FLAGS_DISCARDING_MASK 0x00000004u  /* A packet was refused: others are dropped until it comes again. */
#define PM_PEER_FLAGS_DISCARDING_SHIFT 2u
#define PM_PEER_FLAGS_REFUSING_MASK 0x00000002u  /* The rest of a refused write is refused. */
#define PM_PEER_FLAGS_REFUSING_SHIFT 1u
#define PM_PEER_FLAGS_DEAD_MASK 0x00000001u  /* Given up. */
#define PM_PEER_FLAGS_DEAD_SHIFT 0u

/* Everything, at the symbol pm_nic. */
struct pm_nic {
  struct pm_config config; /* +0: Options. */
  struct pm_status status; /* +64: State and counters. */
  struct pm_channel channels[8]; /* +128: By number. */
  struct pm_route routes[256]; /* +8832: Route table, by node. */
} __attribute__((aligned(32)));
#define PM_NIC_SIZE 11904u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_PM_LAYOUT_H */
