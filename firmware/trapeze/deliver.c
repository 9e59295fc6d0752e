/* The last step of receiving: from a complete packet to an entry that the host sees. */
#include "firmware/trapeze/interrupt.h"
#include "firmware/trapeze/receive.h"

/* Copies at least `bytes` that end at both pointers, four words at a time so that no load waits for
 * its store. What is copied too much comes from the wire header and goes to unused control bytes.
 */
static void copy_back(uint32_t* to, const uint32_t* from, uint32_t bytes) {
  const uint32_t* begin = from - (bytes >> 2);
  while (from > begin) {
    from -= 4;
    to -= 4;
    const uint32_t a = from[0], b = from[1], c = from[2], d = from[3];
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
  }
}

static void count_fate(uint32_t flags) {
  struct tpz_status* status = &tpz_endpoint.status;
  if (flags & TPZ_RECEIVE_ENTRY_SOURCE_DISCARDED_MASK) status->payload_discarded += 1;
  if (flags & TPZ_RECEIVE_ENTRY_SOURCE_TRUNCATED_MASK) status->payload_truncated += 1;
  if (flags & TPZ_RECEIVE_ENTRY_SOURCE_IPT_REJECTED_MASK) status->ipt_rejected += 1;
}

static void notify(const struct tpz_receive_entry* entry) {
  tpz_endpoint.status.received += 1;
  if (mcp.notify_interrupt) interrupt_for_message(entry);
}

void receive_describe(struct receive_slot* slot) {
  const struct tpz_wire_header* header = sram_pointer(slot->buffer);
  struct tpz_receive_entry* entry = slot->entry;
  const uint32_t length = header->source & TPZ_WIRE_HEADER_SOURCE_CONTROL_LENGTH_MASK;
  const uint32_t words = whole_words(length);
  copy_back((uint32_t*)(void*)(entry->control + TPZ_MAX_CONTROL),
            (const uint32_t*)(header + 1) + (words >> 2), words);
  entry->control_length = length;
  entry->payload_length = slot->payload_length;
  entry->source = header->source >> TPZ_WIRE_HEADER_SOURCE_NODE_SHIFT | slot->flags;
  entry->token = header->token;
  entry->message_id = header->message_id;
  slot->described = 1;
}

void receive_deliver(struct receive_slot* slot) {
  struct tpz_receive_entry* entry = slot->entry;
  if (!slot->described) receive_describe(slot);
  if (slot->flags != 0) count_fate(slot->flags);
  slot->stage = RECEIVE_FREE;
  mcp.receive.host = slot->next;
  lanai_barrier();
  shared_write(entry->owner, TPZ_OWNER_HOST);
  if (mcp.control_by_dma)
    mcp.receive.post = entry;
  else
    notify(entry);
}

/* The owner is the last word of the entry, and the host's memory gets the words in order. */
void receive_start_post(void) {
  const struct tpz_receive_entry* entry = mcp.receive.post;
  const uint32_t skip = TPZ_MAX_CONTROL - whole_words(entry->control_length);
  const uint32_t offset = (uint32_t)((const uint8_t*)entry - (const uint8_t*)tpz_endpoint.receive);
  host_dma_write(HOST_DMA_POST, tpz_endpoint.config.receive_mirror + offset + skip,
                 sram_address(entry) + skip, TPZ_RECEIVE_ENTRY_SIZE - skip);
}

void receive_posted(void) {
  const struct tpz_receive_entry* entry = mcp.receive.post;
  mcp.receive.post = 0;
  notify(entry);
}
