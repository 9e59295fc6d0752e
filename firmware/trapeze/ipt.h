/* The incoming payload table: designated buffers that a message may name by its token, once. It
 * lies in SRAM or, in a build with MCP_HARDWARE_IPT, in the chip's unit for it. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_IPT_H
#define FLYBAR_FIRMWARE_TRAPEZE_IPT_H

#include <stddef.h>

#include "firmware/trapeze/mcp.h"

#ifdef MCP_HARDWARE_IPT

#include "models/layouts/generated/ipt_regs.h"

#define IPT_LAYOUT_VERSION (TPZ_LAYOUT_VERSION + TPZ_HARDWARE_IPT)

/* The unit keeps the token of each packet while its header arrives. */
LANAI_INLINE void ipt_set_up(void) {
  lanai_write(IPT_TOKEN_AT_OFFSET, offsetof(struct tpz_wire_header, token));
}

/* The unit shows the entry that was used up last. */
typedef uint32_t ipt_hit;
LANAI_INLINE uint32_t ipt_address(ipt_hit hit) {
  (void)hit;
  return lanai_read(IPT_ADDRESS_OFFSET);
}
LANAI_INLINE uint32_t ipt_length(ipt_hit hit) {
  (void)hit;
  return lanai_read(IPT_LENGTH_OFFSET);
}

/* Uses up the entry that the token of the present packet names, which the unit knows. Returns 0 if
 * the token is not valid. */
LANAI_INLINE ipt_hit ipt_consume(uint32_t token) {
  (void)token;
  lanai_write(IPT_TAKE_OFFSET, 1);
  return lanai_read(IPT_HIT_OFFSET);
}

LANAI_INLINE void ipt_restore(uint32_t token) {
  lanai_write(IPT_RESTORE_OFFSET, token);
}

#else

#define IPT_LAYOUT_VERSION TPZ_LAYOUT_VERSION

LANAI_INLINE void ipt_set_up(void) {}

typedef const struct tpz_ipt_entry* ipt_hit;
LANAI_INLINE uint32_t ipt_address(ipt_hit hit) {
  return hit->address;
}
LANAI_INLINE uint32_t ipt_length(ipt_hit hit) {
  return hit->length;
}

/* Uses up the entry that `token` names and returns it, or null if the token is not valid.
 *
 * The host may cancel at any time, without a lock: it clears `token`, then reads `consumed`. Here
 * the order is the reverse, consumed is written and token read again, so that one of the two
 * notices. */
LANAI_INLINE ipt_hit ipt_consume(uint32_t token) {
  struct tpz_ipt_entry* entry = &tpz_endpoint.ipt[token & TPZ_TOKEN_INDEX_MASK];
  if (shared_read(entry->token) != token || shared_read(entry->consumed) == token) return 0;
  shared_write(entry->consumed, token);
  lanai_barrier();
  if (shared_read(entry->token) == token) return entry;
  shared_write(entry->consumed, 0); /* cancelled: nothing will be written */
  return 0;
}

/* The message that used the token up is dropped: the next one may use it. If the host has cancelled
 * it, this tells it that the buffer is its own. Precondition: the host DMA moves nothing into it.
 */
LANAI_INLINE void ipt_restore(uint32_t token) {
  shared_write(tpz_endpoint.ipt[token & TPZ_TOKEN_INDEX_MASK].consumed, 0);
}

#endif

#endif
