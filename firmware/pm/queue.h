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

/* An entry whose command is always 0: the doorbell of a queue of which all entries are taken. */
extern const struct pm_queue_entry queue_nothing;

/* Which entry is taken next. */
LANAI_INLINE void queue_show(struct lane* lane) {
  const uint32_t full = (lane->next - lane->head) & PM_QUEUE_ENTRIES;
  lane->doorbell = full ? &queue_nothing : queue_entry(lane, lane->next);
}

/* Takes the next entry, whose command is not 0. */
void queue_take(struct lane* lane);
/* The oldest job with a packet to send to a node that takes packets, if that is not the first to
 * look at; lane->next if there is none. */
uint32_t queue_search(struct lane* lane);

/* The same in any case. Precondition: cursor and next differ. */
LANAI_INLINE uint32_t queue_pick(struct lane* lane) {
  const uint32_t i = lane->cursor;
  const struct job* job = queue_job(lane, i);
  if (job->sent != job->packets && (job->peer->flags & PM_PEER_FLAGS_PAUSED_MASK) == 0) return i;
  return queue_search(lane);
}

/* The job of the next queue entry. */
LANAI_INLINE struct job* queue_begin(struct lane* lane) {
  struct job* job = queue_job(lane, lane->next);
  lane->next += 1;
  queue_show(lane);
  return job;
}

/* The job cannot be done from here on. */
void queue_fail(struct lane* lane, struct job* job);
/* Gives entries that are done back to the host, in their order. Returns 1 if there were any, of
 * which the host has not been told. */
uint32_t queue_finish(struct lane* lane);
/* The node does not take the packet after `acked`: sends it again, and all behind it, later. */
void queue_pause(struct lane* lane, struct pm_peer* peer);
/* Asks who has not acknowledged for too long what has left; gives up who never answers. */
void queue_check_times(void);

/* Looks which channels are open. */
void lanes_find(void);

LANAI_INLINE void timer_start(void) {
  if (pm.timer_runs) return;
  pm.timer_runs = 1;
  lanai_write(LANAI_IT_OFFSET, pm.retry >> 1);
}

#endif
