#include "firmware/pm/receive.h"

#include "firmware/pm/control_arrived.h"
#include "firmware/pm/translate.h"

void receive_arm(struct receive_slot* slot) {
  wait_for(PM_ARRIVALS);
  receive_fill(slot);
}

/* The terms of a packet that has come whole, each 0 if it holds: a type, a length, an end that fits
 * them, and a CRC byte of 0 at `end`. */
LANAI_INLINE uint32_t is_damaged(uint32_t at, uint32_t end, uint32_t length, uint32_t isr) {
  const struct pm_wire_header* header = sram_pointer(at);
  uint32_t other = header->type ^ PM_WIRE_TYPE;
  other |= (end - at - PM_WIRE_HEADER_SIZE) ^ whole_words(length);
  other |= (PM_MTU - length) >> 31;
  other |= ~isr & (LANAI_ISR_ORUN_MASK | LANAI_ISR_RECV_MASK);
  other |= *(const volatile uint8_t*)sram_pointer(end);
  return other;
}

/* Takes the packet if it is the next message of a connection, and there is room for it: 0 if not.
 * One branch for all conditions, a term each that is not 0 if it does not hold. */
static uint32_t take_message(struct receive_slot* slot, uint32_t isr) {
  const uint32_t at = slot->buffer;
  const struct pm_wire_header* header = sram_pointer(at);
  const uint32_t source = header->source, length = header->length, place = header->place;
  if (source != pm.known.source && !get_to_know(source)) return 0;
  struct lane* lane = pm.known.lane;
  struct pm_peer* peer = pm.known.peer;
  struct pm_channel* channel = lane->shared;
  const uint32_t end = lanai_read(LANAI_RMP_OFFSET) - 4u, bytes = whole_words(length);
  const uint32_t taken = receive_taken_by(length), filled = lane->filled;
  uint32_t other = is_damaged(at, end, length, isr);
  other |= header->number ^ peer->expected;
  other |= lane->open ^ 1u;
  other |= (channel->receive_size - taken - filled + shared_read(channel->consumed)) >> 31;
  if (other != 0) return 0;
  slot->lane = lane;
  slot->from = at + KEPT;
  slot->host = channel->receive_buffer + channel->receive_at;
  slot->bytes = PM_MESSAGE_SIZE + bytes;
  slot->bytes_after = 0;
  slot->received = lane->filled = filled + receive_advance(channel, taken);
  peer->flags &= ~PM_PEER_FLAGS_DISCARDING_MASK;
  receive_accept(slot, peer, TELLS_HOST);
  if (place != peer->acked && acknowledged(peer, place) && queue_finish(lane)) tell_host(lane);
  return 1;
}

/* 1 if it lies in pages of an area that is pinned for this channel. */
static uint32_t place_write(struct receive_slot* slot, const struct pm_wire_header* header) {
  const uint32_t place = header->place, length = header->length;
  const uint32_t goes_on = (header->source & PM_WIRE_HEADER_SOURCE_GOES_ON_MASK) != 0;
  const uint32_t here = left_in_page(place);
  const uint32_t begins_page = (place & (PM_PAGE - 1u)) == 0;
  const uint32_t word =
      goes_on && begins_page ? pin_of_next(slot->lane, place) : pin_of(slot->lane, place);
  if (word == 0 || (place & ~PM_HANDLE_BITS) != 0) return 0;
  slot->from = slot->buffer + PM_WIRE_HEADER_SIZE;
  slot->host = physical(word, place);
  slot->bytes = length < here ? length : here;
  slot->bytes_after = length - slot->bytes;
  if (slot->bytes_after == 0) return 1;
  const uint32_t next = pin_of_next(slot->lane, place + here);
  slot->host_after = physical(next, place + here);
  return next != 0;
}

/* What the packet behind a page of a write is, if it is the next page: whole, and not the last. */
static void expect_page(const struct lane* lane, struct pm_peer* peer, uint32_t source,
                        uint32_t place) {
  if ((place & (PM_PAGE - 1u)) != 0) return;
  pm.comes.source = source | PM_WIRE_HEADER_SOURCE_GOES_ON_MASK;
  pm.comes.place = place;
  pm.comes.wanted = pin_that_goes_on(lane);
  pm.comes.peer = peer;
}

/* Takes the packet if it is the page that is expected: 0 if not. The clocks
 * that it takes are what the bandwidth of a long write depends on. */
static uint32_t take_page(struct receive_slot* slot, uint32_t isr) {
  const uint32_t at = slot->buffer, end = lanai_read(LANAI_RMP_OFFSET) - 4u;
  const struct pm_wire_header* header = sram_pointer(at);
  const uint32_t place = header->place;
  struct pm_peer* peer = pm.comes.peer;
  const uint32_t word = pin_at(place);
  uint32_t other = place ^ pm.comes.place;
  other |= header->number ^ peer->expected;
  other |= header->type ^ PM_WIRE_TYPE;
  other |= header->length ^ PM_PAGE;
  other |= (end - at) ^ (PM_WIRE_HEADER_SIZE + PM_PAGE);
  other |= ~isr & (LANAI_ISR_ORUN_MASK | LANAI_ISR_RECV_MASK);
  other |= *(const volatile uint8_t*)sram_pointer(end);
  other |= peer->flags & PM_PEER_FLAGS_DISCARDING_MASK;
  other |= (word & PIN_BITS) ^ pm.comes.wanted;
  if (other != 0) return 0;
  slot->from = at + PM_WIRE_HEADER_SIZE;
  slot->host = word & PM_PIN_WORD_FRAME_MASK;
  slot->bytes = PM_PAGE;
  slot->bytes_after = 0;
  pm.comes.place = place + PM_PAGE;
  receive_accept(slot, peer, TELLS_NOBODY);
  return 1;
}

/* What goes on with a write that was refused. */
static uint32_t goes_on_with_refused(const struct pm_peer* peer, uint32_t source) {
  return (source & PM_WIRE_HEADER_SOURCE_GOES_ON_MASK) != 0 &&
         (peer->flags & PM_PEER_FLAGS_REFUSING_MASK) != 0;
}

/* A remote write that is expected next. Of one that is refused nothing goes to the host, and its
 * sender is told once. */
static void take_write(struct receive_slot* slot, struct pm_peer* peer,
                       const struct pm_wire_header* header) {
  const uint32_t source = header->source;
  uint32_t asks = source & PM_WIRE_HEADER_SOURCE_ASKS_MASK;
  const uint32_t refused = goes_on_with_refused(peer, source);
  pm.comes.source = 0;
  peer->flags &= ~PM_PEER_FLAGS_DISCARDING_MASK;
  if (!refused && place_write(slot, header)) {
    peer->flags &= ~PM_PEER_FLAGS_REFUSING_MASK;
    if (!asks) expect_page(slot->lane, peer, source, header->place + header->length);
  } else {
    if (!refused) peer->flags |= PM_PEER_FLAGS_REFUSED_MASK | PM_PEER_FLAGS_REFUSING_MASK;
    if (!refused) asks = 1;
    slot->bytes = slot->bytes_after = 0;
    pm_nic.status.refused += 1;
  }
  receive_accept(slot, peer, asks ? TELLS_SENDER : TELLS_NOBODY);
}

/* A message that is expected next, and finds no room. */
static void refuse_message(struct receive_slot* slot, struct pm_peer* peer) {
  pm_nic.status.full += 1;
  control_refuse(peer);
  receive_arm(slot);
}

/* A packet that has come before is acknowledged again; the first that comes too soon tells that one
 * is missing. */
static void take_unexpected(struct receive_slot* slot, struct pm_peer* peer, uint32_t number) {
  pm_nic.status.discarded += 1;
  if (before(number, peer->expected))
    control_owe(peer, 1);
  else if ((peer->flags & PM_PEER_FLAGS_DISCARDING_MASK) == 0)
    control_refuse(peer);
  receive_arm(slot);
}

/* A packet that is good in itself, but no message that is taken. */
static void take_data(struct receive_slot* slot, const struct pm_wire_header* header) {
  struct lane* lane = lane_of(header->source);
  struct pm_peer* peer = &lane->peers[header->source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT];
  const uint32_t is_message = header->source & PM_KIND_MESSAGE;
  slot->lane = lane;
  if (is_message && acknowledged(peer, header->place) && queue_finish(lane)) tell_host(lane);
  if (header->number != peer->expected)
    take_unexpected(slot, peer, header->number);
  else if (is_message)
    refuse_message(slot, peer);
  else
    take_write(slot, peer, header);
}

/* Nonzero if anything is wrong with the packet. One branch for all conditions, as in
 * take_message(). */
static uint32_t is_bad(const struct receive_slot* slot, uint32_t isr) {
  const uint32_t at = slot->buffer, end = lanai_read(LANAI_RMP_OFFSET) - 4u;
  const struct pm_wire_header* header = sram_pointer(at);
  const uint32_t source = header->source, length = header->length;
  uint32_t other = is_damaged(at, end, length, isr);
  other |= (pm.last_node - (source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT)) >> 31;
  other |= lane_of(source)->open ^ 1u;
  other |= ((source | source >> 1) & 1u) ^ 1u; /* of no kind */
  return other;
}

/* Of a packet that is longer than any, the first part has come: its end will not fit what its
 * header says. */
static void drop(struct receive_slot* slot, uint32_t isr) {
  const uint32_t unused = (isr & LANAI_ISR_ORUN_MASK) >> LANAI_ISR_ORUN_SHIFT;
  const uint32_t whole = (isr & LANAI_ISR_RECV_MASK) != 0;
  if (whole && !crc_is_good(lanai_read(LANAI_RMP_OFFSET), unused))
    pm_nic.status.crc_errors += 1;
  else
    pm_nic.status.foreign_packets += 1;
  receive_arm(slot);
}

void receive_end(struct receive_slot* slot, uint32_t isr) {
  const struct pm_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t source = header->source, place = header->place;
  const uint32_t kind = source & PM_WIRE_HEADER_SOURCE_KIND_MASK;
  if (source == pm.comes.source && take_page(slot, isr)) return;
  if (kind == PM_KIND_MESSAGE && take_message(slot, isr)) return;
  if (is_bad(slot, isr)) {
    drop(slot, isr);
  } else if (kind == PM_KIND_CONTROL) {
    receive_arm(slot); /* before the rest, for the next packet */
    control_arrived(source, place);
  } else {
    take_data(slot, header);
  }
}

void receive_stored(struct receive_slot* slot) {
  struct pm_peer* peer = slot->peer;
  const uint32_t tells = slot->tells;
  peer->stored = slot->stored;
  slot->stage = RECEIVE_FREE;
  if (slot == pm.arm) receive_arm(slot);
  if (tells == TELLS_HOST) {
    slot->lane->shared->host.received = slot->received;
    pm_nic.status.messages += 1;
    tell_host(slot->lane);
  } else {
    pm_nic.status.writes += 1;
    if (tells == TELLS_NOBODY) return;
  }
  control_owe(peer, tells == TELLS_SENDER);
}
