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

/* Each direction in turn, a packet at a time. What the host waits for goes before them, it is
 * short; but not directly after a packet when another one waits: then it soon has more to tell. */
LANAI_INLINE void serve_host_dma(uint32_t after_packet) {
  if (pm.changed != 0 && !(after_packet && pm.store->stage == RECEIVE_ARRIVED)) {
    post_start();
  } else if (pm.send_turn && send_start_fetch()) {
    pm.send_turn = 0;
  } else if (receive_start_store()) {
    pm.send_turn = 1;
  } else {
    send_start_fetch();
  }
}

LANAI_INLINE void on_host_dma(void) {
  const uint32_t use = pm.host_dma;
  pm.host_dma = HOST_DMA_IDLE;
  wait_no_more_for(LANAI_ISR_DMA_MASK);
  if (use == HOST_DMA_FETCH) send_fetched();
  if (use == HOST_DMA_DEPOSIT) receive_piece_stored();
  serve_host_dma(use == HOST_DMA_DEPOSIT); /* most packets wait for this engine */
  if (use == HOST_DMA_FETCH && !pm.link_busy) send_serve_link();
}

LANAI_INLINE void on_arrival(uint32_t isr) {
  if (receive_short(isr) || control_short(isr)) return;
  receive_end(pm.arm, isr);
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

/* One lap: events, the next queue entry of one channel, and what they let go on. */
LANAI_INLINE void lap(void) {
  const uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
  const uint32_t events = isr & pm.waits;
  if (events != 0) on_events(events, isr);
  struct lane* lane = pm.lane;
  if (lane == 0) return;
  const uint32_t command = shared_read(lane->doorbell->command);
  if (command != 0 && !send_short(lane, command)) queue_take(lane);
  pm.lane = lane->other;
  if (pm.send_wanted) send_prepare();
  if (pm.host_dma == HOST_DMA_IDLE) serve_host_dma(0);
  if (pm.control.first != 0 && !pm.link_busy) send_serve_link();
}

#endif
