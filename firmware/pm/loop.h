/* The main loop: an event at an engine, then what it lets go on. While nothing is under way, a
 * shorter one that looks at two words only. */
#ifndef FLYBAR_FIRMWARE_PM_LOOP_H
#define FLYBAR_FIRMWARE_PM_LOOP_H

#include "firmware/pm/receive.h"
#include "firmware/pm/send.h"
#include "firmware/pm/short.h"

/* Tells the host of a lane what has changed. Precondition: host DMA idle, some lane has changed. */
LANAI_INLINE void post_start(void) {
  struct lane* lane = pm.lane;
  while (!lane->changed) lane = lane->other;
  lane->changed = 0;
  pm.changed -= 1;
  lane->shared->host.news += NEWS;
  lane->front += NEWS;
  host_dma_write(HOST_DMA_POST, lane->status_block, sram_address(&lane->shared->host),
                 PM_HOST_STATUS_SIZE);
}

/* Each direction in turn, a packet at a time. What the host waits for goes before them, it is
 * short; but not directly after a packet when another one waits: then there is soon more to tell.
 * It is put off for one packet only, or a stream would let the host know nothing. */
LANAI_INLINE void serve_host_dma(uint32_t after_packet) {
  const uint32_t put_off =
      after_packet && pm.store->stage == RECEIVE_ARRIVED && !pm.post_was_put_off;
  pm.post_was_put_off = put_off;
  if (pm.changed != 0 && !put_off) {
    post_start();
  } else if (pm.send_turn && send_start_fetch()) {
    pm.send_turn = 0;
  } else if (receive_start_store()) {
    pm.send_turn = 1;
  } else {
    send_start_fetch();
  }
}

/* The host DMA has moved all or a piece of a packet to the host. The next one goes before anything
 * is noted of this one, unless the host is then to be told of both. */
LANAI_INLINE void on_stored(void) {
  struct receive_slot* slot = pm.store;
  if (slot->bytes_after != 0) {
    receive_piece_stored(slot);
    serve_host_dma(1);
    return;
  }
  pm.store = slot->next;
  const uint32_t first = pm.store->stage == RECEIVE_ARRIVED;
  if (first && (pm.post_was_put_off == 0 || pm.changed == 0)) {
    serve_host_dma(1);
    receive_stored(slot);
  } else {
    receive_stored(slot);
    serve_host_dma(1);
  }
}

LANAI_INLINE void on_host_dma(void) {
  const uint32_t use = pm.host_dma;
  pm.host_dma = HOST_DMA_IDLE;
  wait_no_more_for(LANAI_ISR_DMA_MASK);
  if (use == HOST_DMA_DEPOSIT) { /* most packets wait for this engine */
    on_stored();
  } else {
    if (use == HOST_DMA_FETCH) send_fetched();
    serve_host_dma(0);
  }
  if (!pm.link_busy && (use == HOST_DMA_FETCH || pm.control.urgent)) send_serve_link();
}

LANAI_INLINE void on_link(void) {
  if (pm.link_busy) {
    if ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_MASK) == 0) return; /* a piece since then */
    link_finished();
  }
  send_serve_idle_link();
}

LANAI_INLINE void on_rare(uint32_t isr) {
  if ((isr & LANAI_ISR_TIME_MASK) != 0) queue_check_times();
  if ((isr & LANAI_ISR_LAN0_SIG_MASK) != 0) lanes_find();
}

/* Two branches, of which the first is the usual one: this compiler makes more of both in one. */
LANAI_INLINE void serve_urgent(void) {
  if (!pm.control.urgent) return;
  if (!pm.link_busy) send_serve_link();
}

/* What events and new packets let go on. */
LANAI_INLINE void go_on(void) {
  if (pm.host_dma == HOST_DMA_IDLE) serve_host_dma(0);
  serve_urgent();
}

LANAI_INLINE void on_events(uint32_t events, uint32_t isr) {
  if ((events & LANAI_ISR_DMA_MASK) != 0) on_host_dma();
  if ((events & PM_ARRIVALS) != 0) {
    receive_end(pm.arm, isr);
    go_on();
  }
  if ((events & PM_LINK) != 0) on_link();
  if ((events & PM_RARE) != 0) {
    on_rare(isr);
    go_on();
  }
}

/* Prepares a packet, if a lane has one and there is a slot for it. Returns 0 if not. */
LANAI_INLINE uint32_t prepare(void) {
  if (pm.prepare->stage != SEND_FREE) return 0;
  if (pm.goes.job != 0 && send_next_page()) return 1;
  if (pm.lane == 0) return 0;
  struct lane* lane = pm.lane = pm.lane->other;
  const uint32_t command = shared_read(lane->doorbell->command);
  if ((pm.send_wanted | command) == 0) return 0;
  if (pm.send_wanted != 0 || !send_take_message(lane, command)) send_prepare();
  return 1;
}

/* 0 if nothing is under way: no engine works, and nothing waits for one but what may rest. */
LANAI_INLINE uint32_t is_at_work(void) {
  if ((pm.waits & (LANAI_ISR_DMA_MASK | PM_LINK)) != 0) return 1;
  uint32_t work = pm.send_wanted | pm.changed | pm.control.urgent;
  work |= pm.store->stage ^ RECEIVE_ARMED;
  work |= pm.fetch->stage | pm.link->stage;
  return work;
}

/* Looks after which the clock is asked whether the rest is over. */
#define PM_LOOKS 32u

/* 1 if there is something to do after a rest. */
LANAI_INLINE uint32_t may_rest(void) {
  return (pm.known.pending | sram_address(pm.control.first) | sram_address(pm.later)) != 0;
}

/* The acknowledgements and the news that nothing has carried. */
LANAI_INLINE void after_rest(void) {
  if (pm.later != 0) tell_host(pm.later);
  pm.later = 0;
  if (pm.control.first != 0) pm.control.urgent = 1;
  go_on();
}

/* Takes and sends short messages until the main loop has something to do. Precondition: nothing is
 * under way, and one channel is open. */
LANAI_INLINE void rest(void) {
  struct lane* const lane = pm.lane;
  const uint32_t waits = pm.waits;
  uint32_t isr, left, stays;
  do {
    const struct pm_queue_entry* const entry = lane->doorbell;
    const uint32_t step = may_rest();
    const uint32_t begin = lanai_read(LANAI_RTC_OFFSET);
    left = PM_LOOKS;
    for (;;) {
      const uint32_t command = shared_read(entry->command);
      isr = lanai_read(LANAI_ISR_OFFSET);
      left -= step;
      if (command != 0) {
        stays = send_short(lane, entry, command, isr);
        break;
      }
      if (((isr & waits) | left >> 31) == 0) continue;
      stays = (isr & PM_ARRIVALS) != 0 && receive_short(isr);
      if ((isr & waits) != 0 || lanai_read(LANAI_RTC_OFFSET) - begin >= pm.rest) break;
      left = PM_LOOKS;
    }
  } while (stays);
  if (pm.known.pending) catch_up();
  if ((isr & waits) == 0 && left >> 31 != 0) after_rest();
}

/* Nothing is under way. */
LANAI_INLINE void idle(void) {
  const struct lane* lane = pm.lane;
  if (lane == 0) return;
  if (lane->other == lane)
    rest();
  else if (may_rest())
    after_rest();
}

/* One lap: what engines have done goes first, since they stand still meanwhile. After an event of
 * the link a slot may be free, or the link waits for a pulse and asks in every lap. */
LANAI_INLINE void lap(void) {
  const uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
  const uint32_t events = isr & pm.waits;
  if (events != 0) {
    on_events(events, isr);
    if ((events & PM_LINK) == 0) return;
  }
  if (prepare())
    go_on();
  else if (events == 0 && !is_at_work())
    idle();
}

#endif
