/* When the host is interrupted for what has been delivered: for each message or, in a build with
 * MCP_COALESCE, for several at once. With MCP_URGENT, too, some types of messages do not wait for
 * others: a build of its own, so that who has none of them pays no clock for the question. */
#ifndef FLYBAR_FIRMWARE_TRAPEZE_INTERRUPT_H
#define FLYBAR_FIRMWARE_TRAPEZE_INTERRUPT_H

#include "firmware/trapeze/ipt.h"

/* One interrupt at a time: while the host has not seen the last one it will find this entry too. */
LANAI_INLINE void interrupt_host(void) {
  if ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_HOST_SIG_MASK) != 0) return;
  lanai_write(LANAI_ISR_OFFSET, LANAI_ISR_HOST_SIG_MASK);
  tpz_endpoint.status.interrupts += 1;
}

#ifdef MCP_COALESCE

#ifdef MCP_URGENT

#define MCP_LAYOUT_VERSION (IPT_LAYOUT_VERSION + TPZ_COALESCING + TPZ_URGENT)

LANAI_INLINE void urgent_keep(const struct tpz_config* config) {
  mcp.coalesced.urgent_types = config->urgent_types;
}

LANAI_INLINE uint32_t is_urgent(const struct tpz_receive_entry* entry) {
  const uint32_t type = entry->message_id >> TPZ_TYPE_SHIFT;
  if (type > 31u) return 0;
  return mcp.coalesced.urgent_types >> type & 1u;
}

#else

#define MCP_LAYOUT_VERSION (IPT_LAYOUT_VERSION + TPZ_COALESCING)

LANAI_INLINE void urgent_keep(const struct tpz_config* config) {
  (void)config;
}
LANAI_INLINE uint32_t is_urgent(const struct tpz_receive_entry* entry) {
  (void)entry;
  return 0;
}

#endif

LANAI_INLINE void interrupt_keep(const struct tpz_config* config) {
  mcp.coalesced.most = config->coalesce_messages;
  mcp.coalesced.ticks = config->coalesce_ticks;
  urgent_keep(config);
}

LANAI_INLINE void interrupt_for_all(void) {
  mcp.coalesced.messages = 0;
  interrupt_host();
}

/* A message has been delivered. An urgent one brings those that waited: the host takes all. */
LANAI_INLINE void interrupt_for_message(const struct tpz_receive_entry* entry) {
  if (is_urgent(entry)) {
    interrupt_for_all();
    return;
  }
  if (mcp.coalesced.messages == 0) mcp.coalesced.since = lanai_read(LANAI_RTC_OFFSET);
  mcp.coalesced.messages += 1;
  if (mcp.coalesced.messages >= mcp.coalesced.most) interrupt_for_all();
}

/* Once in each lap of the main loop. */
LANAI_INLINE void interrupt_when_due(void) {
  if (mcp.coalesced.messages == 0) return;
  const uint32_t waited = lanai_read(LANAI_RTC_OFFSET) - mcp.coalesced.since;
  if (waited >= mcp.coalesced.ticks) interrupt_for_all();
}

#else

#define MCP_LAYOUT_VERSION IPT_LAYOUT_VERSION

LANAI_INLINE void interrupt_keep(const struct tpz_config* config) {
  (void)config;
}
LANAI_INLINE void interrupt_for_message(const struct tpz_receive_entry* entry) {
  (void)entry;
  interrupt_host();
}
LANAI_INLINE void interrupt_when_due(void) {}

#endif

#endif
