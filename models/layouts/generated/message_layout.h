/* Generated from models/layouts/message.layout.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_MESSAGE_LAYOUT_H
#define FLYBAR_GENERATED_MESSAGE_LAYOUT_H
/* clang-format off */

/* Type of the Trapeze messages that a server thread handles. */
#define GMSNET_TYPE_REQUEST 0x1u

/* Type of the Trapeze messages that the receive interrupt handler handles. */
#define GMSNET_TYPE_REPLY 0x2u

/* Words of argument that fit behind the header in a control message of 128 bytes. */
#define GMSNET_MAX_ARGUMENTS 0x1du

#ifndef __ASSEMBLER__
#include <stdint.h>

/* First words of every message; the arguments follow. */
struct gmsnet_header {
  uint32_t kind; /* +0: What it is. */
  uint32_t call; /* +4: Call record of the first requester; 0: no reply is expected. */
  uint32_t token; /* +8: Payload token for the page in the reply; 0: none. */
};
#define GMSNET_HEADER_SIZE 12u
#define GMSNET_HEADER_KIND_OPERATION_MASK 0xff000000u  /* Operation code: which service. */
#define GMSNET_HEADER_KIND_OPERATION_SHIFT 24u
#define GMSNET_HEADER_KIND_REPLY_MASK 0x00800000u  /* It is a reply. */
#define GMSNET_HEADER_KIND_REPLY_SHIFT 23u
#define GMSNET_HEADER_KIND_STATUS_MASK 0x007f0000u  /* Of a reply: how it went. */
#define GMSNET_HEADER_KIND_STATUS_SHIFT 16u
#define GMSNET_HEADER_KIND_ORIGIN_MASK 0x0000ffffu  /* Node of the first requester, to whom the reply goes. */
#define GMSNET_HEADER_KIND_ORIGIN_SHIFT 0u

/* What a datagram begins with; the control message and the page follow. */
struct gmsnet_datagram {
  uint32_t lengths; /* +0: Bytes behind it. */
};
#define GMSNET_DATAGRAM_SIZE 4u
#define GMSNET_DATAGRAM_LENGTHS_CONTROL_MASK 0xff000000u  /* Of the control message. */
#define GMSNET_DATAGRAM_LENGTHS_CONTROL_SHIFT 24u
#define GMSNET_DATAGRAM_LENGTHS_PAGE_MASK 0x00ffffffu  /* Of the page; 0: there is none. */
#define GMSNET_DATAGRAM_LENGTHS_PAGE_SHIFT 0u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_MESSAGE_LAYOUT_H */
