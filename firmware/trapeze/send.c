#include "firmware/trapeze/send.h"

static struct tpz_send_entry* next_entry(struct tpz_send_entry* entry) {
  ++entry;
  return entry == mcp.send_ring_end ? tpz_endpoint.send : entry;
}

static uint32_t entry_is_allowed(const struct tpz_send_entry* entry) {
  if (entry->control_length > TPZ_MAX_CONTROL || entry->payload_length > mcp.max_payload) return 0;
  if ((entry->payload_address & 3u) != 0 || entry->destination >= TPZ_MAX_NODES) return 0;
  const uint32_t route = tpz_endpoint.routes[entry->destination].length;
  return route - TPZ_ROUTE_LENGTH_VALID_MASK <= TPZ_MAX_ROUTE; /* valid, and not too long */
}

static void give_back(struct tpz_send_entry* entry) {
  tpz_endpoint.status.send_done += 1;
  lanai_barrier();
  shared_write(entry->owner, TPZ_OWNER_HOST);
}

/* Writes route and header in front of the control bytes; returns where the route begins. */
static uint32_t build_head(struct tpz_send_entry* entry) {
  const struct tpz_route* route = &tpz_endpoint.routes[entry->destination];
  entry->route[0] = route->path[0];
  entry->route[1] = route->path[1];
  entry->header.type = TPZ_WIRE_TYPE;
  entry->header.source =
      tpz_endpoint.config.node << TPZ_WIRE_HEADER_SOURCE_NODE_SHIFT | entry->control_length;
  entry->header.payload_length = entry->payload_length;
  entry->header.token = entry->token;
  entry->header.message_id = entry->message_id;
  return sram_address(&entry->header) - (route->length & TPZ_ROUTE_LENGTH_BYTES_MASK);
}

static uint32_t first_stage(const struct tpz_send_entry* entry) {
  if (mcp.control_by_dma && entry->control_length != 0) return FETCH_CONTROL;
  return entry->payload_length != 0 ? FETCH_PAYLOAD : FETCH_NOTHING;
}

void send_accept(void) {
  struct tpz_send_entry* entry = mcp.send.ring;
  struct send_slot* slot = mcp.send.accept;
  if (!entry_is_allowed(entry)) {
    if (mcp.send.link->entry != 0) return; /* entries are given back in ring order */
    tpz_endpoint.status.send_refused += 1;
    give_back(entry);
    mcp.send.ring = next_entry(entry);
    return;
  }
  slot->length = whole_words(entry->payload_length);
  slot->sent = 0;
  slot->head = build_head(entry);
  slot->body = sram_address(entry->control) + whole_words(entry->control_length);
  slot->entry = entry;
  slot->fetch_stage = first_stage(entry);
  if (slot->fetch_stage == FETCH_NOTHING && mcp.send.unfetched == 0)
    mcp.send.fetch = slot->next;
  else
    mcp.send.unfetched += 1;
  mcp.send.ring = next_entry(entry);
  mcp.send.accept = slot->next;
}

void send_finish(struct send_slot* slot) {
  give_back(slot->entry);
  slot->entry = 0;
  mcp.send.link = slot->next;
}

void send_start_fetch(void) {
  const struct send_slot* slot = mcp.send.fetch;
  const struct tpz_send_entry* entry = slot->entry;
  if (slot->fetch_stage == FETCH_PAYLOAD) {
    host_dma_read(HOST_DMA_FETCH, entry->payload_address, slot->buffer, slot->length);
    return;
  }
  const uint32_t offset = sram_address(entry->control) - sram_address(tpz_endpoint.send);
  host_dma_read(HOST_DMA_FETCH_CONTROL, tpz_endpoint.config.send_mirror + offset,
                sram_address(entry->control), whole_words(entry->control_length));
}

/* Slots leave the host DMA's line in order, those that want nothing with the one before them. */
static void leave_line(struct send_slot* slot) {
  uint32_t unfetched = mcp.send.unfetched;
  do {
    unfetched -= 1;
    slot = slot->next;
  } while (unfetched != 0 && slot->fetch_stage == FETCH_NOTHING);
  mcp.send.unfetched = unfetched;
  mcp.send.fetch = slot;
}

void send_fetched(void) {
  struct send_slot* slot = mcp.send.fetch;
  if (slot->fetch_stage == FETCH_CONTROL && slot->length != 0) {
    slot->fetch_stage = FETCH_PAYLOAD;
    return;
  }
  slot->fetch_stage = FETCH_NOTHING;
  leave_line(slot);
}
