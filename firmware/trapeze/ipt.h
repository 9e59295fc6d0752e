/* The incoming payload table: designated buffers that a message may name by its token, once. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_IPT_H
#define FLYBAR_FIRMWARE_TRAPEZE_IPT_H

#include "firmware/trapeze/mcp.h"

/* Uses up the entry that `token` names and returns it, or null if the token is not valid.
 *
 * The host may cancel at any time, without a lock: it clears `token`, then reads `consumed`. Here
 * the order is the reverse, consumed is written and token read again, so that one of the two
 * notices. */
LANAI_INLINE struct tpz_ipt_entry* ipt_consume(uint32_t token) {
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
