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
  return shared_read(entry->token) == token ? entry : 0;
}

#endif
