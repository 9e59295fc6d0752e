#include "firmware/trapeze/receive.h"

#include "firmware/trapeze/ipt.h"

static struct tpz_receive_entry* next_entry(struct tpz_receive_entry* entry) {
  ++entry;
  return entry == mcp.receive_ring_end ? tpz_endpoint.receive : entry;
}

void receive_arm(struct receive_slot* slot) {
  slot->stage = RECEIVE_ARMED;
  slot->deposit = slot->deposit_end = 0;
  slot->entry = 0;
  slot->flags = 0;
  slot->described = 0;
  lanai_write(LANAI_RMP_OFFSET, slot->buffer);
  lanai_write(LANAI_RML_OFFSET, slot->limit);
}

/* Drops the packet when its tail comes. A ring entry that was meant for it serves the next one. */
static void swallow(struct receive_slot* slot, uint32_t* counter) {
  if (slot->entry != 0) mcp.receive.ring = slot->entry;
  slot->entry = 0;
  slot->stage = RECEIVE_SWALLOW;
  slot->deposit_end = slot->deposit;
  slot->drop_counter = counter;
}

/* Where the payload goes: 1 with `address` and `length` set, or 0 and the reason in slot->flags. */
static uint32_t find_frame(struct receive_slot* slot, uint32_t token, uint32_t* address,
                           uint32_t* length) {
  if (token != 0) {
    const ipt_hit hit = ipt_consume(token);
    slot->flags =
        hit ? TPZ_RECEIVE_ENTRY_SOURCE_IPT_MASK : TPZ_RECEIVE_ENTRY_SOURCE_IPT_REJECTED_MASK;
    if (!hit) return 0;
    *address = ipt_address(hit);
    *length = ipt_length(hit);
    return 1;
  }
  *address = slot->entry->frame_address;
  *length = slot->entry->frame_length;
  if (*length == 0) slot->flags = TPZ_RECEIVE_ENTRY_SOURCE_DISCARDED_MASK;
  return *length != 0;
}

/* Decides whether and where the payload will be deposited. */
static void direct_payload(struct receive_slot* slot, const struct tpz_wire_header* header) {
  const uint32_t bytes = whole_words(header->payload_length);
  uint32_t address, length;
  slot->payload_length = 0;
  if (bytes == 0 && header->token == 0) return;
  if (!find_frame(slot, header->token, &address, &length)) return;
  if (bytes > length) {
    slot->flags |= TPZ_RECEIVE_ENTRY_SOURCE_TRUNCATED_MASK;
    return;
  }
  slot->host = address;
  slot->deposit_end = slot->deposit + bytes;
  slot->payload_length = header->payload_length;
}

void receive_decode(struct receive_slot* slot) {
  const struct tpz_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t control = header->source & TPZ_WIRE_HEADER_SOURCE_CONTROL_LENGTH_MASK;
  const uint32_t payload = header->payload_length;
  if (header->type != TPZ_WIRE_TYPE || control > TPZ_MAX_CONTROL || payload > mcp.max_payload) {
    swallow(slot, &tpz_endpoint.status.foreign_packets);
    return;
  }
  struct tpz_receive_entry* entry = mcp.receive.ring;
  if (shared_read(entry->owner) != TPZ_OWNER_NIC) {
    swallow(slot, &tpz_endpoint.status.dropped_ring_full);
    return;
  }
  slot->entry = entry;
  mcp.receive.ring = next_entry(entry);
  slot->deposit = slot->buffer + TPZ_WIRE_HEADER_SIZE + whole_words(control);
  slot->deposit_end = slot->deposit;
  slot->tail = slot->deposit + whole_words(payload) + 4u;
  direct_payload(slot, header);
  slot->stage = RECEIVE_ARRIVING;
}

/* Why the complete packet must be dropped: its counter, or null if it is good. */
static uint32_t* verdict(const struct receive_slot* slot, uint32_t isr) {
  const uint32_t unused = (isr & LANAI_ISR_ORUN_MASK) >> LANAI_ISR_ORUN_SHIFT;
  const uint32_t end = lanai_read(LANAI_RMP_OFFSET);
  if (!crc_is_good(end, unused)) return &tpz_endpoint.status.crc_errors;
  if (slot->stage == RECEIVE_ARRIVING)
    return end == slot->tail && unused == 3u ? 0 : &tpz_endpoint.status.length_errors;
  if (slot->stage == RECEIVE_SWALLOW) return slot->drop_counter;
  return &tpz_endpoint.status.foreign_packets;
}

/* The packet is longer than any: throw away what is there but its header, and make room for more
 * of it. */
static void make_room(struct receive_slot* slot) {
  swallow(slot, &tpz_endpoint.status.length_errors);
  lanai_write(LANAI_RMP_OFFSET, slot->buffer + TPZ_WIRE_HEADER_SIZE);
  lanai_write(LANAI_RML_OFFSET, slot->limit);
}

/* Gives back the payload token of a packet that will be dropped, once nothing more moves into its
 * buffer. Returns 0 if that must be waited for: the receive engine stays as it is, and the next lap
 * comes here again. */
LANAI_INLINE uint32_t let_go(struct receive_slot* slot) {
  if ((slot->flags & TPZ_RECEIVE_ENTRY_SOURCE_IPT_MASK) == 0) return 1;
  slot->deposit_end = slot->deposit;
  if (mcp.host_dma == HOST_DMA_DEPOSIT) return 0;
  const struct tpz_wire_header* header = sram_pointer(slot->buffer);
  ipt_restore(header->token);
  return 1;
}

void receive_end(struct receive_slot* slot, uint32_t isr) {
  if ((isr & LANAI_ISR_RECV_MASK) == 0) {
    make_room(slot);
    return;
  }
  uint32_t* counter = verdict(slot, isr);
  if (counter != 0) {
    if (!let_go(slot)) return;
    swallow(slot, counter);
    *counter += 1;
    receive_arm(slot);
    return;
  }
  slot->stage = RECEIVE_ARRIVED;
  mcp.receive.link = slot->next;
  if (slot->next->stage == RECEIVE_FREE) receive_arm(slot->next);
}
