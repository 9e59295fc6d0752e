#include "firmware/pm/send.h"

#include "firmware/pm/translate.h"

/* The number of the next packet of the job. */
static uint32_t number_packet(struct job* job, struct pm_peer* peer) {
  if (!job->begun) {
    job->begun = JOB_BEGUN;
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

/* Gives the link what there is of the packet, if it is all or a pulse. Else the idle link stays an
 * event, and is asked again in the next lap. The end goes when the fetch is known to have finished:
 * its last word is there some clocks before that, and the link could be done with it sooner. */
static void send_pulse(struct send_slot* slot) {
  const uint32_t begin = slot->next_byte, end = slot->end;
  uint32_t arrived = end;
  if (slot->stage != SEND_READY) {
    arrived -= lanai_read(LANAI_DMA_CTR_OFFSET);
    if (arrived == end || arrived - begin < pm.pulse) return;
  }
  slot->next_byte = arrived;
  link_piece(begin, arrived, arrived == end);
}

LANAI_INLINE void link_rests(void) {
  wait_no_more_for(PM_LINK);
}

/* The header of a long packet goes alone if the rest is still to come. */
static void send_begin(struct send_slot* slot) {
  const uint32_t begin = slot->next_byte, data = slot->data;
  if (slot->stage == SEND_READY) {
    send_all(slot);
  } else if (slot->stage == SEND_PREPARED || slot->end - data <= pm.longest_whole) {
    link_rests();
  } else {
    slot->begun = 1;
    slot->next_byte = data;
    link_piece(begin, data, 0);
  }
}

/* No packet is coming or on its way to the host: another one could be acknowledged with it. */
static uint32_t nothing_comes(void) {
  return pm.store->stage != RECEIVE_ARRIVED && lanai_read(LANAI_RMP_OFFSET) == pm.arm->buffer;
}

/* The link takes a new packet: an acknowledgement that must not wait, or any if there is nothing
 * else, goes first. */
static void send_next(struct send_slot* slot) {
  if (pm.control.urgent && control_send()) return;
  if (slot->stage != SEND_FREE) {
    if (pm.control.first != 0) control_wait();
    send_begin(slot);
  } else if (pm.control.first == 0 || !nothing_comes() || !control_send()) {
    link_rests();
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

static void prepare_message(struct lane* lane, const struct pm_queue_entry* entry,
                            struct job* job) {
  struct pm_peer* peer = job->peer;
  const uint32_t bytes = entry->command & PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK;
  send_put_message(peer, number_packet(job, peer), lane->send_buffer + (entry->local & ~3u), bytes);
  control_carried(peer);
}

/* The next packet of the job is a whole page, unless it is the last one or is sent again: then it
 * can go by send_next_page(). */
static void expect_next(struct lane* lane, struct job* job, uint32_t source) {
  pm.goes.job = 0;
  if (lane->other != lane || job->left <= PM_PAGE) return; /* lanes take turns */
  pm.goes.source = source | PM_WIRE_HEADER_SOURCE_GOES_ON_MASK;
  pm.goes.wanted = pin_that_goes_on(lane);
  pm.goes.peer = job->peer;
  pm.goes.job = job;
}

/* One packet for what lies in one page. Returns 0 if that is not pinned. */
static uint32_t prepare_page(struct lane* lane, struct job* job) {
  struct send_slot* slot = pm.prepare;
  struct pm_peer* peer = job->peer;
  const uint32_t local = job->local, goes_on = job->sent;
  const uint32_t word = goes_on ? pin_of_next(lane, local) : pin_of(lane, local);
  if (word == 0) return 0;
  uint32_t bytes = left_in_page(local),
           source = peer->header.source ^ (PM_KIND_MESSAGE ^ PM_KIND_WRITE);
  if (goes_on) source |= PM_WIRE_HEADER_SOURCE_GOES_ON_MASK;
  if (job->left <= bytes) {
    bytes = job->left;
    source |= PM_WIRE_HEADER_SOURCE_ASKS_MASK;
  }
  struct pm_wire_header* header = send_put_header(slot, peer, number_packet(job, peer), bytes);
  header->source = source;
  header->place = job->place;
  send_put_into(slot, peer, physical(word, local), bytes);
  job->local = local + bytes;
  job->place += bytes;
  job->left -= bytes;
  expect_next(lane, job, source);
  return 1;
}

/* The next packet of a lane. */
static uint32_t prepare_from(struct lane* lane) {
  const uint32_t picked = queue_pick(lane);
  if (picked == lane->next) return 0;
  struct job* job = queue_job(lane, picked);
  const struct pm_queue_entry* entry = queue_entry(lane, picked);
  if (entry->command >> PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT == PM_KIND_MESSAGE) {
    prepare_message(lane, entry, job);
  } else if (!prepare_page(lane, job)) {
    queue_fail(lane, job);
    return 0;
  }
  if (picked == lane->cursor && job->sent == job->packets) lane->cursor += 1;
  return 1;
}

/* Returns 1 if a packet of the next queue entry has been prepared. */
static uint32_t take(struct lane* lane, uint32_t command) {
  if (lane->cursor == lane->next && send_take_message(lane, command)) return 1;
  queue_take(lane);
  return lane->cursor != lane->next && prepare_from(lane);
}

/* Lanes take turns. What is paused is asked again in the next lap. */
void send_prepare(void) {
  struct lane* const begin = pm.lane;
  struct lane* lane = begin;
  uint32_t unsent = 0, prepared = 0;
  do {
    if (lane->cursor != lane->next) {
      unsent = 1;
      prepared = prepare_from(lane);
    }
    if (!prepared) {
      const uint32_t command = shared_read(lane->doorbell->command);
      if (command != 0) prepared = take(lane, command);
    }
    unsent |= lane->cursor ^ lane->next;
    lane = lane->other;
  } while (!prepared && lane != begin);
  pm.lane = lane;
  pm.send_wanted = unsent | (sram_address(lane) ^ sram_address(begin));
}
