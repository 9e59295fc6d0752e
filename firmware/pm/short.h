/* Short messages while nothing else is under way: their steps follow each other without the main
 * loop between them, which waits so long. What they leave behind is what the longer way leaves. */
#ifndef FLYBAR_FIRMWARE_PM_SHORT_H
#define FLYBAR_FIRMWARE_PM_SHORT_H

#include "firmware/pm/receive.h"
#include "firmware/pm/send.h"

/* Bytes of the longest one: its host DMA takes as long as the work that is done meanwhile. */
#define PM_SHORT 64u

LANAI_INLINE void wait_for_host_dma(void) {
  while ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_DMA_MASK) == 0) {
  }
}

/* Waits for engines whose work is as short as a message: what is written to the host's status, and
 * acknowledgements. Returns 0 if they do other work. */
LANAI_INLINE uint32_t engines_are_soon_idle(uint32_t engines) {
  const uint32_t busy = pm.waits & engines;
  if (busy == 0) return 1;
  if (pm.host_dma > HOST_DMA_POST || pm.link_busy != pm.control.sending) return 0;
  while ((lanai_read(LANAI_ISR_OFFSET) & busy) != busy) {
  }
  pm.waits &= ~busy;
  if ((busy & LANAI_ISR_DMA_MASK) != 0) pm.host_dma = HOST_DMA_IDLE;
  if ((busy & LANAI_ISR_SEND_MASK) != 0) pm.link_busy = pm.control.sending = 0;
  return 1;
}

/* The job of a message that has left. */
LANAI_INLINE void note_sent(struct lane* lane, struct pm_peer* peer, uint32_t number) {
  struct job* job = queue_begin(lane);
  lane->cursor = lane->next;
  job->peer = peer;
  job->begun = 1;
  job->first = number;
  job->packets = 1;
  job->sent = 1;
  if (peer->acked == number) peer->since = lanai_read(LANAI_RTC_OFFSET);
  peer->assigned = number + 1u;
  timer_start();
}

/* Sends the next queue entry. Returns 0 if that is no short message, or has to wait for anything.
 */
LANAI_INLINE uint32_t send_short(struct lane* lane, uint32_t command) {
  const struct pm_queue_entry* entry = lane->doorbell;
  struct send_slot* slot = pm.fetch;
  const uint32_t length = command & PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK;
  const uint32_t node =
      (command & PM_QUEUE_ENTRY_COMMAND_NODE_MASK) >> PM_QUEUE_ENTRY_COMMAND_NODE_SHIFT;
  struct pm_peer* peer = &lane->peers[node];
  /* One branch for all: a branch with its test takes as long as three of these. */
  uint32_t other = (command ^ PM_KIND_MESSAGE << PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT) >>
                   PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT;
  other |= (length - 1u) / PM_SHORT; /* or none at all */
  other |= (pm.last_node - node) >> 31;
  other |= sram_address(slot) ^ sram_address(pm.link);
  other |= sram_address(slot) ^ sram_address(pm.prepare);
  other |= slot->stage;
  other |= lane->cursor ^ lane->next;
  other |= (lane->next - lane->head) & PM_QUEUE_ENTRIES;
  other |= peer->pause;
  if (other != 0) return 0;
  if (!engines_are_soon_idle(LANAI_ISR_DMA_MASK | LANAI_ISR_SEND_MASK)) return 0;
  const uint32_t data = slot->data, bytes = whole_words(length);
  host_dma_move(lane->shared->send_buffer + (entry->local & ~3u), data, bytes,
                LANAI_DMA_DIR_E2L_MASK);
  const uint32_t at = data - PM_WIRE_HEADER_SIZE, number = peer->assigned;
  struct pm_wire_header* header = sram_pointer(at);
  header->number = number;
  header->place = 0;
  header->source = peer->source | PM_KIND_MESSAGE;
  header->length = length;
  const uint32_t begin = put_route(at, peer);
  wait_for_host_dma();
  while ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_RDY_MASK) == 0) {
  }
  link_piece(begin, data + bytes, 1);
  slot->stage = SEND_READY;
  slot->begun = 1;
  slot->end = slot->next_byte = data + bytes;
  pm.fetch = pm.prepare = slot->next;
  note_sent(lane, peer, number);
  return 1;
}

/* A packet that has just come, good as far as its length and its CRC tell. */
LANAI_INLINE uint32_t is_no_short_packet(const struct pm_wire_header* header, uint32_t end,
                                         uint32_t isr) {
  uint32_t other = (header->source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT) > pm.last_node;
  other |= header->type ^ PM_WIRE_TYPE;
  other |= lanai_read(LANAI_RMP_OFFSET) ^ end;
  other |= ~isr & (LANAI_ISR_ORUN_MASK | LANAI_ISR_RECV_MASK);
  return other;
}

/* Takes an acknowledgement, without a NACK, that has just come. Returns 0 if it is none. */
LANAI_INLINE uint32_t control_short(uint32_t isr) {
  struct receive_slot* slot = pm.arm;
  const struct pm_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t source = header->source, number = header->number;
  const uint32_t end = slot->buffer + PM_WIRE_HEADER_SIZE + 4u;
  const uint32_t wanted = PM_WIRE_HEADER_SOURCE_KIND_MASK | PM_WIRE_HEADER_SOURCE_NACK_MASK |
                          PM_WIRE_HEADER_SOURCE_REFUSED_MASK;
  if ((source & wanted) != PM_KIND_CONTROL) return 0;
  if (is_no_short_packet(header, end, isr) != 0 || !receive_crc_is_good(end, 3u)) return 0;
  struct lane* lane = lane_of(source);
  struct pm_peer* peer = &lane->peers[source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT];
  if (!lane->open) return 0;
  receive_arm(slot);
  if (number - peer->acked - 1u >= peer->assigned - peer->acked) return 1; /* nothing new */
  peer->acked = number;
  peer->backoff = pm.pause;
  peer->tries = 0;
  peer->since = lanai_read(LANAI_RTC_OFFSET);
  queue_finish(lane);
  return 1;
}

/* Acknowledges what `peer` has sent: at once if the link is idle and no other peer is listed, else
 * in the order of the list. */
LANAI_INLINE void acknowledge_short(struct pm_peer* peer) {
  uint32_t other = sram_address(pm.control.first);
  other |= pm.waits & LANAI_ISR_SEND_MASK;
  other |= ~lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_RDY_MASK;
  other |= pm.link->stage;
  if (other != 0) {
    control_owe(peer);
    if (!pm.link_busy) send_serve_link();
    return;
  }
  struct pm_wire_header* header = sram_pointer(pm.control.packet);
  header->number = peer->stored;
  header->source = peer->source | PM_KIND_CONTROL;
  const uint32_t begin = put_route(pm.control.packet, peer);
  link_piece(begin, pm.control.packet + PM_WIRE_HEADER_SIZE, 1);
  pm.control.sending = 1;
  pm_nic.status.acks += 1;
}

/* Takes the message that has just come. Returns 0 if it is no short one, or not simply the next
 * one. Else the lane has been told, and its sender is owed an acknowledgement. */
LANAI_INLINE uint32_t receive_short(uint32_t isr) {
  struct receive_slot* slot = pm.arm;
  const struct pm_wire_header* header = sram_pointer(slot->buffer);
  const uint32_t length = header->length, source = header->source, number = header->number;
  const uint32_t end = slot->buffer + PM_WIRE_HEADER_SIZE + whole_words(length) + 4u;
  struct lane* lane = lane_of(source);
  struct pm_peer* peer = &lane->peers[source >> PM_WIRE_HEADER_SOURCE_NODE_SHIFT];
  struct pm_channel* channel = lane->shared;
  uint32_t other = (source ^ PM_KIND_MESSAGE) & PM_WIRE_HEADER_SOURCE_KIND_MASK;
  other |= (length - 1u) / PM_SHORT;
  other |= sram_address(slot) ^ sram_address(pm.store);
  if (other != 0) return 0;
  if (is_no_short_packet(header, end, isr) != 0 || !receive_crc_is_good(end, 3u)) return 0;
  const uint32_t bytes = receive_taken_by(length), filled = lane->filled;
  other = number ^ peer->expected;
  other |= lane->open ^ 1u;
  other |= filled - shared_read(channel->consumed) + bytes > channel->receive_size;
  if (other != 0) return 0;
  if (!engines_are_soon_idle(LANAI_ISR_DMA_MASK)) return 0;
  host_dma_move(channel->receive_buffer + channel->receive_at, slot->buffer + KEPT,
                PM_MESSAGE_SIZE + whole_words(length), 0);
  pm.arm = pm.store = slot->next;
  receive_arm(pm.arm);
  slot->stage = RECEIVE_FREE;
  channel->host.received = lane->filled = filled + receive_advance(channel, bytes);
  channel->host.serial += 1;
  peer->expected = peer->stored = number + 1u;
  wait_for_host_dma();
  host_dma_write(HOST_DMA_POST, channel->status_block, sram_address(&channel->host),
                 PM_HOST_STATUS_SIZE);
  peer->flags &= ~PM_PEER_FLAGS_DISCARDING_MASK;
  pm_nic.status.messages += 1;
  acknowledge_short(peer);
  return 1;
}

#endif
