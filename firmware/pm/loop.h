/* The main loop: which engine is idle now, and how can it be used? */
#ifndef FLYBAR_FIRMWARE_PM_LOOP_H
#define FLYBAR_FIRMWARE_PM_LOOP_H

#include "firmware/pm/receive.h"
#include "firmware/pm/send.h"

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

LANAI_INLINE void host_dma_finished(void) {
  const uint32_t use = pm.host_dma;
  pm.host_dma = HOST_DMA_IDLE;
  if (use == HOST_DMA_FETCH) send_fetched();
  if (use == HOST_DMA_DEPOSIT) receive_piece_stored();
}

/* What the host waits for first, it is short; then each direction in turn, a packet at a time. */
LANAI_INLINE void serve_host_dma(void) {
  if (pm.changed != 0) {
    post_start();
  } else if (pm.send_turn && send_start_fetch()) {
    pm.send_turn = 0;
  } else if (receive_start_store()) {
    pm.send_turn = 1;
  } else if (!pm.send_turn) {
    send_start_fetch();
  }
}

LANAI_INLINE void host_dma_turn(uint32_t isr) {
  if (pm.host_dma != HOST_DMA_IDLE) {
    if ((isr & LANAI_ISR_DMA_MASK) == 0) return;
    host_dma_finished();
  }
  serve_host_dma();
}

/* The next queue entry; of one channel in each lap. */
LANAI_INLINE void serve_queue(void) {
  if (shared_read(pm_nic.config.openings) != pm.openings) lanes_find();
  struct lane* lane = pm.lane;
  if (lane == 0) return;
  lane = lane->other;
  pm.lane = lane;
  if (queue_waiting(lane)) queue_take(lane);
}

/* One lap. The host DMA gets two turns: it is the engine that most packets wait for. */
LANAI_INLINE void lap(uint32_t immediate) {
  serve_queue();
  uint32_t isr = lanai_read(LANAI_ISR_OFFSET);
  if ((isr & LANAI_ISR_TIME_MASK) != 0) queue_check_times();
  host_dma_turn(isr);
  send_serve_link(lanai_read(LANAI_ISR_OFFSET), immediate);
  isr = lanai_read(LANAI_ISR_OFFSET);
  receive_serve_link(isr);
  host_dma_turn(lanai_read(LANAI_ISR_OFFSET));
}

#endif
