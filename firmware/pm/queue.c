#include "firmware/pm/queue.h"

#include "firmware/pm/control.h"
#include "firmware/pm/translate.h"

const struct pm_queue_entry queue_nothing;

/* The host is not told of a closed channel: its status block belongs to no process. */
static void close_lane(struct lane* lane) {
  if (lane->changed) pm.changed -= 1;
  lane->changed = 0;
  if (pm.later == lane) pm.later = 0;
}

/* A connection of an open channel is always known: what the last one was may be closed. */
static void know_anyone(struct lane* lane) {
  const uint32_t mask = PM_WIRE_HEADER_SOURCE_CHANNEL_MASK | PM_WIRE_HEADER_SOURCE_KIND_MASK;
  struct pm_peer* peer = lane->peers; /* node 0 */
  pm.known.source = (peer->header.source & mask) | pm_nic.config.node
                                                       << PM_WIRE_HEADER_SOURCE_TO_SHIFT;
  pm.known.lane = lane;
  pm.known.peer = peer;
}

/* Those that are open form a circle. */
void lanes_find(void) {
  struct lane *first = 0, *last = 0;
  lanai_write(LANAI_ISR_OFFSET, LANAI_ISR_LAN0_SIG_MASK);
  for (uint32_t i = 0; i != pm.channels; ++i) {
    struct lane* lane = pm.by_channel[i];
    lane->open = shared_read(lane->shared->open);
    lane->send_buffer = shared_read(lane->shared->send_buffer);
    lane->send_last = shared_read(lane->shared->send_size) - PM_MTU;
    lane->status_block = shared_read(lane->shared->status_block);
    if (!lane->open) {
      close_lane(lane);
      continue;
    }
    if (first == 0) first = lane;
    if (last != 0) last->other = lane;
    last = lane;
  }
  if (last != 0) last->other = first;
  if (first != 0) know_anyone(first);
  pm.comes.source = 0;
  pm.goes.job = 0;
  pm.lane = first;
  pm.send_wanted = 1;
}

static uint32_t kind_of(const struct pm_queue_entry* entry) {
  return entry->command >> PM_QUEUE_ENTRY_COMMAND_KIND_SHIFT;
}

/* Null if there is none, or it has been given up: as are from the start those without a route. */
static struct pm_peer* find_peer(const struct lane* lane, const struct pm_queue_entry* entry) {
  const uint32_t node =
      (entry->command & PM_QUEUE_ENTRY_COMMAND_NODE_MASK) >> PM_QUEUE_ENTRY_COMMAND_NODE_SHIFT;
  if (node > pm.last_node) return 0;
  struct pm_peer* peer = &lane->peers[node];
  return (peer->flags & PM_PEER_FLAGS_DEAD_MASK) == 0 ? peer : 0;
}

static uint32_t is_allowed(const struct lane* lane, const struct pm_queue_entry* entry) {
  if (kind_of(entry) == PM_KIND_MESSAGE)
    return (entry->command & PM_QUEUE_ENTRY_COMMAND_LENGTH_MASK) <= PM_MTU &&
           entry->local <= lane->send_last;
  return kind_of(entry) == PM_KIND_WRITE &&
         ((entry->local | entry->remote | entry->length) & 3u) == 0 && entry->length != 0;
}

/* One packet for each page of the source. */
static uint32_t packets_of(const struct pm_queue_entry* entry) {
  if (kind_of(entry) == PM_KIND_MESSAGE) return 1;
  return ((entry->local & (PM_PAGE - 1u)) + entry->length + PM_PAGE - 1u) >> PM_PAGE_SHIFT;
}

/* Where the next packet of a write begins: the first one ends with its page, so do all others. */
static void seek(const struct pm_queue_entry* entry, struct job* job) {
  const uint32_t skipped =
      job->sent == 0 ? 0 : left_in_page(entry->local) + ((job->sent - 1u) << PM_PAGE_SHIFT);
  job->local = entry->local + skipped;
  job->place = entry->remote + skipped;
  job->left = entry->length - skipped;
}

void queue_take(struct lane* lane) {
  const struct pm_queue_entry* entry = lane->doorbell;
  struct job* job = queue_begin(lane);
  job->begun = JOB_WAITS;
  job->sent = 0;
  job->peer = find_peer(lane, entry);
  job->packets = packets_of(entry);
  if (job->peer == 0 || !is_allowed(lane, entry)) {
    queue_fail(lane, job);
    return;
  }
  seek(entry, job);
  pm.send_wanted = 1;
  timer_start();
}

void queue_fail(struct lane* lane, struct job* job) {
  pm.goes.job = 0;
  job->peer = 0;
  job->packets = job->sent;
  lane->shared->host.failed += 1;
  pm_nic.status.failed += 1;
  if (queue_finish(lane)) tell_host(lane);
}

static uint32_t is_paused(struct pm_peer* peer, uint32_t now) {
  if ((peer->flags & PM_PEER_FLAGS_PAUSED_MASK) == 0) return 0;
  if (before(now, peer->since)) return 1;
  peer->flags &= ~PM_PEER_FLAGS_PAUSED_MASK;
  return 0;
}

uint32_t queue_search(struct lane* lane) {
  /* One instant for all: a pause that ended between two jobs would let the second go first. */
  const uint32_t next = lane->next, now = lanai_read(LANAI_RTC_OFFSET);
  uint32_t i = lane->cursor;
  while (i != next && queue_job(lane, i)->sent == queue_job(lane, i)->packets) ++i;
  lane->cursor = i;
  for (; i != next; ++i) {
    const struct job* job = queue_job(lane, i);
    if (job->sent != job->packets && !is_paused(job->peer, now)) break;
  }
  return i;
}

/* The host's memory is still to be read for a packet of the job. */
static uint32_t is_to_be_fetched(const struct job* job) {
  const struct send_slot* slot = pm.fetch;
  do {
    const struct pm_wire_header* header = sram_pointer(slot->data - PM_WIRE_HEADER_SIZE);
    const uint32_t waits = slot->stage == SEND_PREPARED || slot->stage == SEND_FETCHING;
    if (waits && slot->peer == job->peer && header->number - job->first < job->packets) return 1;
    slot = slot->next;
  } while (slot != pm.fetch);
  return 0;
}

/* The acknowledgement may be so late that its packets are about to be sent again. */
static uint32_t is_done(const struct job* job) {
  const struct pm_peer* peer = job->peer;
  if (peer == 0) return 1;
  if (before(peer->acked, job->first + job->packets)) return 0;
  if (job->begun == JOB_BEGUN) return 1;
  return job->begun == JOB_BEGUN_AGAIN && !is_to_be_fetched(job);
}

uint32_t queue_finish(struct lane* lane) {
  uint32_t head = lane->head;
  const uint32_t next = lane->next;
  for (; head != next && is_done(queue_job(lane, head)); ++head)
    shared_write(queue_entry(lane, head)->command, 0);
  if (head == lane->head) return 0;
  lane->shared->host.done += head - lane->head;
  lane->head = head;
  queue_show(lane);
  if (before(lane->cursor, head)) lane->cursor = head;
  return 1;
}

/* All packets to the node from `acked` on are to be sent again. */
static void rewind_to(struct lane* lane, struct pm_peer* peer) {
  for (uint32_t i = lane->head; i != lane->next; ++i) {
    struct job* job = queue_job(lane, i);
    if (job->peer != peer || !job->begun) continue;
    const uint32_t kept = before(job->first, peer->acked) ? peer->acked - job->first : 0;
    if (kept >= job->sent) continue;
    job->sent = kept;
    job->begun = JOB_BEGUN_AGAIN;
    seek(queue_entry(lane, i), job);
  }
  lane->cursor = lane->head;
  pm.goes.job = 0; /* an older job may be first */
  pm.send_wanted = 1;
}

/* A pause doubles up to 64 times the first one. */
#define PM_MOST_BACKOFF_SHIFT 6u

void queue_pause(struct lane* lane, struct pm_peer* peer) {
  if (peer->acked == peer->assigned) return;
  rewind_to(lane, peer);
  peer->flags |= PM_PEER_FLAGS_PAUSED_MASK;
  peer->since = lanai_read(LANAI_RTC_OFFSET) + peer->backoff;
  if (peer->backoff < pm.pause << PM_MOST_BACKOFF_SHIFT) peer->backoff <<= 1;
}

static void give_up(struct lane* lane, struct pm_peer* peer) {
  peer->flags |= PM_PEER_FLAGS_DEAD_MASK;
  for (uint32_t i = lane->head; i != lane->next; ++i) {
    struct job* job = queue_job(lane, i);
    if (job->peer == peer) queue_fail(lane, job);
  }
}

/* A packet to `peer` has not left: it may wait for the network as long as it must. */
static uint32_t is_under_way(const struct pm_peer* peer) {
  const struct send_slot* slot = pm.link;
  do {
    if (slot->stage != SEND_FREE && slot->peer == peer) return 1;
    slot = slot->next;
  } while (slot != pm.link);
  return 0;
}

/* Only an answer lets anything be sent again: into a link that is dead, every packet may keep this
 * card's own link for as long as a switch waits. */
static void time_out(struct lane* lane, struct pm_peer* peer, uint32_t now) {
  peer->since = now;
  peer->flags += 1u << PM_PEER_FLAGS_TRIES_SHIFT;
  pm_nic.status.timeouts += 1;
  if (peer->flags >> PM_PEER_FLAGS_TRIES_SHIFT > pm.give_up)
    give_up(lane, peer);
  else
    control_ask(peer);
}

/* Doubles with each time-out in a row: the way to a peer and back may be longer than expected. */
static uint32_t patience_with(const struct pm_peer* peer) {
  const uint32_t tries = peer->flags >> PM_PEER_FLAGS_TRIES_SHIFT;
  return pm.retry << (tries < PM_MOST_BACKOFF_SHIFT ? tries : PM_MOST_BACKOFF_SHIFT);
}

static void check_times_of(struct lane* lane) {
  const uint32_t now = lanai_read(LANAI_RTC_OFFSET);
  for (uint32_t i = lane->head; i != lane->next; ++i) {
    const struct job* job = queue_job(lane, i);
    if (job->peer == 0 || !job->begun || is_under_way(job->peer)) continue;
    if (!before(job->peer->acked, job->first + job->sent)) continue; /* not sent again yet */
    if ((int32_t)(now - job->peer->since - patience_with(job->peer)) >= 0)
      time_out(lane, job->peer, now);
  }
}

void queue_check_times(void) {
  lanai_write(LANAI_ISR_OFFSET, LANAI_ISR_TIME_MASK);
  pm.timer_runs = 0;
  for (uint32_t i = 0; i != pm.channels; ++i) {
    struct lane* lane = pm.by_channel[i];
    if (lane->head == lane->next) continue;
    if (queue_finish(lane)) tell_host(lane); /* what was still to be fetched */
    check_times_of(lane);
    timer_start();
  }
}
