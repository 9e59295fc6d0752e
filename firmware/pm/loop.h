/* The main loop: an event at an engine, then what it lets go on. */
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
  lane->shared->host.serial += 1;
  host_dma_write(HOST_DMA_POST, lane->shared->status_block, sram_address(&lane->shared->host),
                 PM_HOST_STATUS_SIZE);
}

/* Some lane has packets to send, perhaps later, and there is a slot for one. */
LANAI_INLINE uint32_t wants_fetch(void) {
  struct lane* lane = pm.lane;
  if (lane == 0 || pm.fetch->stage != SEND_FREE) return 0;
  do {
    if (lane->cursor != lane->next) return 1;
    lane = lane->other;
  } while (lane != pm.lane);
  return 0;
}

/* What the host waits for first, it is short; then each direction in turn, a packet at a time. */
LANAI_INLINE void serve_host_dma(void) {
  if (pm.changed != 0) {
    post_start();
    return;
  }
  const uint32_t wants = wants_fetch();
  if (wants && pm.send_turn && send_start_fetch()) {
    pm.send_turn = 0;
  } else if (receive_start_store()) {
    pm.send_turn = 1;
  } else if (wants) {
    send_start_fetch(); /* if nothing could start, a pause is waited for */
  } else {
    pm.dma_wanted = pm.changed; /* of a packet of which nothing went to the host */
  }
}

LANAI_INLINE void serve_idle_host_dma(void) {
  if (pm.dma_wanted && pm.host_dma == HOST_DMA_IDLE) serve_host_dma();
}

LANAI_INLINE void on_host_dma(void) {
  const uint32_t use = pm.host_dma;
  pm.host_dma = HOST_DMA_IDLE;
  wait_no_more_for(LANAI_ISR_DMA_MASK);
  if (use == HOST_DMA_FETCH) send_fetched();
  if (use == HOST_DMA_DEPOSIT) receive_piece_stored();
  serve_idle_host_dma(); /* most packets wait for this engine */
  if (!pm.link_busy && use != HOST_DMA_POST) send_serve_link();
}

LANAI_INLINE void on_arrival(uint32_t isr) {
  if (receive_short(isr) || control_short(isr)) return;
  receive_end(pm.arm, isr);
  if (!pm.link_busy && pm.control.first != 0) send_serve_link();
}

LANAI_INLINE void on_link(void) {
  if (pm.link_busy) {
    if ((lanai_read(LANAI_ISR_OFFSET) & LANAI_ISR_SEND_MASK) == 0) return; /* a piece since then */
    link_finished();
  }
  send_serve_link();
}

LANAI_INLINE void on_rare(uint32_t isr) {
  if ((isr & LANAI_ISR_TIME_MASK) != 0) queue_check_times();
  if ((isr & LANAI_ISR_LAN0_SIG_MASK) != 0) lanes_find();
}

LANAI_INLINE void on_events(uint32_t events, uint32_t isr) {
  if ((events & LANAI_ISR_DMA_MASK) != 0) on_host_dma();
  if ((events & PM_ARRIVALS) != 0) on_arrival(isr);
  if ((events & (LANAI_ISR_SEND_MASK | LANAI_ISR_SEND_RDY_MASK)) != 0) on_link();
  if ((events & PM_RARE) != 0) on_rare(isr);
}

/* One lap: events, the next queue entry of one channel, and what they mean for the host DMA. */
LANAI_INLINE void lap(void) {
  const uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
  const uint32_t events = isr & pm.waits;
  if (events != 0) on_events(events, isr);
  struct lane* lane = pm.lane;
  if (lane == 0) return;
  const uint32_t command = shared_read(lane->doorbell->command);
  if (command != 0 && !send_short(lane, command)) queue_take(lane);
  pm.lane = lane->other;
  serve_idle_host_dma();
}

#endif
