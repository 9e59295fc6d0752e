#include "firmware/pm/send.h"

#include "firmware/pm/translate.h"

/* What the next packet of a job moves. */
struct fragment {
  uint32_t host; /* where it lies */
  uint32_t bytes;
  uint32_t place;  /* at the receiver */
  uint32_t source; /* kind and flags of its header */
};

static struct fragment whole_message(const struct lane* lane, const struct pm_queue_entry* entry) {
  const struct fragment fragment = {lane->shared->send_buffer + entry->local,
                                    entry->command & PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK, 0,
                                    PM_KIND_MESSAGE};
  return fragment;
}

/* Bytes of a write before packet `packet`: the first one ends with its page, so do all others. */
static uint32_t bytes_before(const struct pm_queue_entry* entry, uint32_t packet) {
  return packet == 0 ? 0 : left_in_page(entry->local) + ((packet - 1u) << PM_PAGE_SHIFT);
}

/* host == 0: the page of the source is not pinned. */
static struct fragment page_of_write(const struct lane* lane, const struct pm_queue_entry* entry,
                                     uint32_t packet) {
  const uint32_t skipped = bytes_before(entry, packet);
  const uint32_t local = entry->local + skipped;
  const uint32_t word = packet == 0 ? pin_of(lane, local) : pin_of_next(lane, local);
  const uint32_t left = entry->length - skipped, most = left_in_page(local);
  const struct fragment fragment = {
      word == 0 ? 0 : physical(word, local), left < most ? left : most, entry->remote + skipped,
      packet == 0 ? PM_KIND_WRITE : PM_KIND_WRITE | PM_WIRE_HEADER_SOURCE_GOES_ON_MASK};
  return fragment;
}

static struct fragment next_fragment(const struct lane* lane, const struct pm_queue_entry* entry,
                                     uint32_t packet) {
  if (entry->command >> PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT == PM_KIND_MESSAGE)
    return whole_message(lane, entry);
  return page_of_write(lane, entry, packet);
}

/* The number of the next packet of the job. */
static uint32_t number_packet(struct job* job) {
  struct pm_peer* peer = job->peer;
  if (peer->acked == peer->assigned) peer->since = lanai_read(LANAI_RTC_OFFSET);
  if (!job->begun) {
    job->begun = 1;
    job->first = peer->assigned;
  }
  const uint32_t number = job->first + job->sent;
  job->sent += 1;
  if (number == peer->assigned)
    peer->assigned += 1;
  else
    pm_nic.status.resent += 1;
  return number;
}

/* SRAM address behind what has come from the host of the packet at the link. */
static uint32_t arrived_up_to(const struct send_slot* slot) {
  if (slot->stage == SEND_READY) return slot->end;
  return slot->end - lanai_read(LANAI_DMA_CTR_OFFSET);
}

/* Gives the link what there is of the packet, if it is all or a pulse. Else the idle link stays an
 * event, and is asked again in the next lap. */
static void send_pulse(struct send_slot* slot) {
  const uint32_t arrived = arrived_up_to(slot), begin = slot->next_byte;
  if (arrived != slot->end && arrived - begin < pm.pulse) return;
  slot->next_byte = arrived;
  link_piece(begin, arrived, arrived == slot->end);
}

LANAI_INLINE void link_rests(void) {
  wait_no_more_for(LANAI_ISR_SEND_MASK | LANAI_ISR_SEND_RDY_MASK);
}

/* The header of a long packet goes alone if the rest is still to come. */
static void send_begin(struct send_slot* slot) {
  const uint32_t begin = slot->next_byte;
  uint32_t end = slot->end;
  if (slot->stage != SEND_READY) {
    if (slot->stage == SEND_PREPARED || end - slot->data <= pm.longest_whole) {
      link_rests();
      return;
    }
    end = slot->data;
  }
  slot->begun = 1;
  slot->next_byte = end;
  link_piece(begin, end, end == slot->end);
}

/* No packet is coming or on its way to the host: another one could be acknowledged with it. */
static uint32_t nothing_comes(void) {
  return pm.store->stage != RECEIVE_ARRIVED && lanai_read(LANAI_RMP_OFFSET) == pm.arm->buffer;
}

/* The link takes a new packet: an acknowledgement that must not wait, or any if there is nothing
 * else, goes first. */
static void send_next(struct send_slot* slot) {
  if (slot->stage == SEND_FREE) {
    if (pm.control.urgent || (pm.control.first != 0 && nothing_comes()))
      control_send();
    else
      link_rests();
  } else if (pm.control.urgent) {
    control_send();
  } else {
    send_begin(slot);
  }
}

void send_serve_link(void) {
  struct send_slot* slot = pm.link;
  if (slot->begun) {
    send_pulse(slot);
  } else if ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_RDY_MASK) != 0) {
    send_next(slot);
  } else { /* the last tail is still leaving */
    wait_no_more_for(LANAI_ISR_SEND_MASK);
    wait_for(LANAI_ISR_SEND_RDY_MASK);
  }
}

static void put_header(struct send_slot* slot, const struct fragment* fragment, struct job* job) {
  const uint32_t at = slot->data - PM_WIRE_HEADER_SIZE;
  struct pm_wire_header* header = sram_pointer(at);
  header->number = number_packet(job);
  header->place = fragment->place;
  header->source = job->peer->source | fragment->source;
  header->length = fragment->bytes;
  slot->next_byte = put_route(at, job->peer);
}

static void put_into(struct send_slot* slot, const struct fragment* fragment) {
  slot->host = fragment->host;
  slot->end = slot->data + whole_words(fragment->bytes);
  slot->stage = SEND_PREPARED;
  pm.prepare = slot->next;
}

/* The next packet of a lane. */
static uint32_t prepare_from(struct lane* lane) {
  const uint32_t picked = queue_pick(lane);
  if (picked == lane->next) return 0;
  struct job* job = queue_job(lane, picked);
  const struct fragment fragment = next_fragment(lane, queue_entry(lane, picked), job->sent);
  if (fragment.host == 0) {
    queue_fail(lane, job);
    queue_finish(lane);
    return 0;
  }
  struct send_slot* slot = pm.prepare;
  put_header(slot, &fragment, job);
  put_into(slot, &fragment);
  if (picked == lane->cursor && job->sent == job->packets) lane->cursor += 1;
  return 1;
}

/* Lanes take turns. What is paused is asked again in the next lap. */
void send_prepare(void) {
  struct lane* const begin = pm.lane;
  struct lane* lane = begin;
  uint32_t unsent = 0;
  if (lane == 0 || pm.prepare->stage != SEND_FREE) {
    pm.send_wanted = 0; /* until a slot is free */
    return;
  }
  do {
    if (lane->cursor != lane->next) {
      unsent = 1;
      if (prepare_from(lane)) break;
    }
    lane = lane->other;
  } while (lane != begin);
  pm.lane = lane->other;
  pm.send_wanted = unsent;
}
