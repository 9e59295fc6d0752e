#include "firmware/myriapi/receive.h"

static struct myriapi_receive_entry* next_entry(struct myriapi_receive_entry* entry) {
  ++entry;
  return entry == myriapi_nic.receive + MYRIAPI_RECEIVE_ENTRIES ? myriapi_nic.receive : entry;
}

static void let_fill(const struct receive_slot* slot) {
  lanai_write(LANAI_RMP_OFFSET, slot->buffer);
  lanai_write(LANAI_RML_OFFSET, slot->limit);
}

void receive_arm(struct receive_slot* slot) {
  slot->stage = RECEIVE_ARMED;
  let_fill(slot);
}

/* The counter of why the complete packet must be dropped, or null if it is good. */
static uint32_t* verdict(const struct receive_slot* slot, uint32_t isr) {
  const struct myriapi_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t unused = (isr & LANAI_ISR_ORUN_MASK) >> LANAI_ISR_ORUN_SHIFT;
  const uint32_t end = lanai_read(LANAI_RMP_OFFSET);
  if (!crc_is_good(end, unused)) return &myriapi_nic.status.crc_errors;
  if (slot->stage == RECEIVE_SWALLOW) return &myriapi_nic.status.length_errors;
  const uint32_t body = end - slot->buffer - MYRIAPI_WIRE_HEADER_SIZE - 4u; /* and the CRC's word */
  if (body > MYRIAPI_MTU + 4u || header->type != MYRIAPI_WIRE_TYPE)
    return &myriapi_nic.status.foreign_packets;
  if (header->length > MYRIAPI_MTU) return &myriapi_nic.status.length_errors;
  if (whole_words(header->length) != body || unused != 3u) return &myriapi_nic.status.length_errors;
  return 0;
}

/* Bytes that the pieces hold together, 0 if they are not allowed. */
static uint32_t room_of(const struct myriapi_receive_entry* entry) {
  const struct myriapi_piece* piece = entry->pieces;
  uint32_t sum = 0;
  if (entry->count > MYRIAPI_RECEIVE_PIECES) return 0;
  for (uint32_t left = entry->count; left != 0; --left, ++piece) {
    const uint32_t bytes = piece->length;
    if (bytes == 0 || ((piece->address | bytes) & 3u) != 0) return 0;
    sum += bytes > MYRIAPI_MTU ? MYRIAPI_MTU : bytes; /* no sum of lengths wraps around */
  }
  return sum;
}

/* Decides where the packet goes, or that nothing of it goes anywhere. */
static void direct(struct receive_slot* slot) {
  const struct myriapi_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t length = header->length, room = room_of(slot->entry);
  slot->from = slot->end = slot->buffer + MYRIAPI_WIRE_HEADER_SIZE;
  slot->next = slot->entry->pieces;
  slot->outcome = MYRIAPI_OUTCOME_STORED;
  if (length <= room)
    slot->end += whole_words(length);
  else
    slot->outcome =
        room == 0 && slot->entry->count != 0 ? MYRIAPI_OUTCOME_REFUSED : MYRIAPI_OUTCOME_TOO_LONG;
}

static void drop(struct receive_slot* slot, uint32_t* counter) {
  *counter += 1;
  receive_arm(slot);
}

void receive_end(struct receive_slot* slot, uint32_t isr) {
  if ((isr & LANAI_ISR_RECV_MASK) == 0) { /* longer than any: make room for more of it */
    slot->stage = RECEIVE_SWALLOW;
    let_fill(slot);
    return;
  }
  uint32_t* counter = verdict(slot, isr);
  if (counter != 0) {
    drop(slot, counter);
    return;
  }
  struct myriapi_receive_entry* entry = firmware.receive.ring;
  if (shared_read(entry->owner) != MYRIAPI_OWNER_NIC) {
    drop(slot, &myriapi_nic.status.dropped_ring_full);
    return;
  }
  slot->entry = entry;
  firmware.receive.ring = next_entry(entry);
  direct(slot);
  slot->stage = RECEIVE_ARRIVED;
  firmware.receive.link = slot->following;
  if (slot->following->stage == RECEIVE_FREE) receive_arm(slot->following);
}

void receive_start_deposit(void) {
  struct receive_slot* slot = firmware.receive.host;
  const struct myriapi_piece* piece = slot->next;
  const uint32_t from = slot->from, left = slot->end - from, room = piece->length;
  const uint32_t bytes = left < room ? left : room;
  slot->next = piece + 1;
  slot->from = from + bytes;
  host_dma_start(HOST_DMA_DEPOSIT, piece->address, from, bytes, 0);
}

/* One interrupt at a time: while the host has not seen the last one it will find this packet, too.
 */
static void notify(void) {
  if ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_HOST_SIG_MASK) != 0) return;
  lanai_write(LANAI_ISR_OFFSET, LANAI_ISR_HOST_SIG_MASK);
  myriapi_nic.status.interrupts += 1;
}

void receive_deliver(struct receive_slot* slot) {
  const struct myriapi_wire_header* header = sram_pointer(slot->buffer);
  struct myriapi_receive_entry* entry = slot->entry;
  entry->length = header->length;
  entry->source = header->source;
  entry->outcome = slot->outcome;
  entry->sum = 0;
  entry->tag = header->tag;
  if (slot->outcome != MYRIAPI_OUTCOME_STORED) myriapi_nic.status.not_stored += 1;
  slot->stage = RECEIVE_FREE;
  firmware.receive.host = slot->following;
  lanai_barrier();
  shared_write(entry->owner, MYRIAPI_OWNER_HOST);
  myriapi_nic.status.received += 1;
  if (firmware.notify_interrupt) notify();
}
