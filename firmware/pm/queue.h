/* The queue of a channel: entries that are taken, sent, sent again, and done. */
#ifndef FLYBAR_FIRMWARE_PM_QUEUE_H
#define FLYBAR_FIRMWARE_PM_QUEUE_H

#include "firmware/pm/pm.h"

#define PM_QUEUE_MASK (PM_QUEUE_ENTRIES - 1u)

LANAI_INLINE struct pm_queue_entry* queue_entry(struct lane* lane, uint32_t job) {
  return &lane->shared->queue[job & PM_QUEUE_MASK];
}

LANAI_INLINE struct job* queue_job(struct lane* lane, uint32_t job) {
  return &lane->jobs[job & PM_QUEUE_MASK];
}

/* The host has given an entry. A queue of which all entries are taken shows one of them. */
LANAI_INLINE uint32_t queue_waiting(struct lane* lane) {
  return shared_read(queue_entry(lane, lane->next)->command) != 0 &&
         lane->next - lane->head != PM_QUEUE_ENTRIES;
}

/* Takes the next entry. Precondition: queue_waiting(). */
void queue_take(struct lane* lane);
/* The oldest job with a packet to send to a node that takes packets; lane->next if there is none.
 */
uint32_t queue_pick(struct lane* lane);
/* The job cannot be done from here on. */
void queue_fail(struct lane* lane, struct job* job);
/* Gives entries that are done back to the host, in their order. */
void queue_finish(struct lane* lane);
/* The node does not take the packet after `acked`: sends it again, and all behind it, later. */
void queue_pause(struct lane* lane, struct pm_peer* peer);
/* Sends again what waits too long for its acknowledgement; gives up who never answers. */
void queue_check_times(void);

/* Looks which channels are open. */
void lanes_find(void);

LANAI_INLINE void timer_start(void) {
  if (pm.timer_runs) return;
  pm.timer_runs = 1;
  lanai_write(LANAI_IT_OFFSET, pm.retry >> 1);
}

#endif
