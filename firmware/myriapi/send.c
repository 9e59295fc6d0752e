#include "firmware/myriapi/send.h"

static struct myriapi_send_entry* next_entry(struct myriapi_send_entry* entry) {
  ++entry;
  return entry == myriapi_nic.send + MYRIAPI_SEND_ENTRIES ? myriapi_nic.send : entry;
}

/* The bytes of all pieces, or more than a packet may have if one of them is not allowed. */
static uint32_t length_of(const struct myriapi_send_entry* entry) {
  const struct myriapi_piece* piece = entry->pieces;
  uint32_t sum = 0, odd = 0;
  for (uint32_t left = entry->count; left != 0; --left, ++piece) {
    const uint32_t bytes = piece->length;
    if (bytes - 1u >= MYRIAPI_MTU) return ~0u;
    if (((piece->address | odd) & 3u) != 0) return ~0u; /* the last one alone may be odd */
    odd = bytes;
    sum += bytes;
  }
  return sum;
}

static uint32_t is_allowed(const struct myriapi_send_entry* entry) {
  if (entry->count > MYRIAPI_SEND_PIECES || entry->destination >= MYRIAPI_MAX_NODES) return 0;
  if (entry->channel > MYRIAPI_MOST_CHANNEL) return 0;
  const uint32_t route = myriapi_nic.routes[entry->destination].length;
  return route - MYRIAPI_ROUTE_LENGTH_VALID_MASK <= MYRIAPI_MAX_ROUTE; /* valid, not too long */
}

static void give_back(struct myriapi_send_entry* entry) {
  myriapi_nic.status.send_done += 1;
  lanai_barrier();
  shared_write(entry->owner, MYRIAPI_OWNER_HOST);
}

/* Descriptors are given back in the order of the ring: not before all others have left. */
static void refuse(struct myriapi_send_entry* entry) {
  if (firmware.send.link->stage != SEND_FREE) return;
  myriapi_nic.status.send_refused += 1;
  give_back(entry);
  firmware.send.ring = next_entry(entry);
}

/* Writes route and header in front of the data; returns where the route begins. */
static uint32_t build_head(const struct myriapi_send_entry* entry, uint32_t data, uint32_t length) {
  const struct myriapi_route* route = &myriapi_nic.routes[entry->destination];
  struct myriapi_wire_header* header = sram_pointer(data - MYRIAPI_WIRE_HEADER_SIZE);
  uint32_t* path = (uint32_t*)header - 2;
  path[0] = route->path[0];
  path[1] = route->path[1];
  header->type = MYRIAPI_WIRE_TYPE;
  header->source =
      myriapi_nic.config.node << MYRIAPI_WIRE_HEADER_SOURCE_NODE_SHIFT | entry->channel;
  header->length = length;
  header->tag = entry->tag;
  return data - MYRIAPI_WIRE_HEADER_SIZE - (route->length & MYRIAPI_ROUTE_LENGTH_BYTES_MASK);
}

/* Slots leave the host DMA's line in order, those without a piece with the one before them. */
static void leave_line(void) {
  struct send_slot* slot = firmware.send.fetch;
  while (slot->stage == SEND_FETCHING && slot->next == slot->last) {
    slot->stage = SEND_READY;
    slot = slot->following;
  }
  firmware.send.fetch = slot;
}

void send_accept(void) {
  struct myriapi_send_entry* entry = firmware.send.ring;
  struct send_slot* slot = firmware.send.accept;
  const uint32_t length = is_allowed(entry) ? length_of(entry) : ~0u;
  if (length > MYRIAPI_MTU) {
    refuse(entry);
    return;
  }
  slot->entry = entry;
  slot->begin = build_head(entry, slot->data, length);
  slot->end = slot->data;
  slot->next = entry->pieces;
  slot->last = entry->pieces + entry->count;
  slot->stage = SEND_FETCHING;
  firmware.send.ring = next_entry(entry);
  firmware.send.accept = slot->following;
  if (slot->next == slot->last && slot == firmware.send.fetch) leave_line();
}

void send_finish(struct send_slot* slot) {
  give_back(slot->entry);
  slot->stage = SEND_FREE;
  firmware.send.link = slot->following;
}

void send_fetched(void) {
  leave_line();
}
