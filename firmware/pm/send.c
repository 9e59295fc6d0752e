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

static void fetch(struct send_slot* slot, const struct fragment* fragment) {
  const uint32_t bytes = whole_words(fragment->bytes);
  slot->begun = 0;
  slot->end = slot->data + bytes;
  slot->stage = SEND_FETCHING;
  if (bytes != 0)
    host_dma_read(HOST_DMA_FETCH, fragment->host, slot->data, bytes);
  else
    send_fetched();
}

/* While the data comes. */
static void put_header(struct send_slot* slot, const struct fragment* fragment, struct job* job) {
  const uint32_t at = slot->data - PM_WIRE_HEADER_SIZE;
  struct pm_wire_header* header = sram_pointer(at);
  header->type = PM_WIRE_TYPE;
  header->number = number_packet(job);
  header->place = fragment->place;
  header->source = job->peer->source | fragment->source;
  header->length = fragment->bytes;
  slot->next_byte = put_route(at, job->peer);
}

/* The next packet of a lane. */
static uint32_t fetch_from(struct lane* lane) {
  const uint32_t picked = queue_pick(lane);
  if (picked == lane->next) return 0;
  struct job* job = queue_job(lane, picked);
  const struct fragment fragment = next_fragment(lane, queue_entry(lane, picked), job->sent);
  if (fragment.host == 0) {
    queue_fail(lane, job);
    queue_finish(lane);
    return 0;
  }
  struct send_slot* slot = pm.fetch;
  fetch(slot, &fragment);
  put_header(slot, &fragment, job);
  return 1;
}

/* Lanes take turns. */
uint32_t send_start_fetch(void) {
  if (pm.fetch->stage != SEND_FREE) return 0;
  struct lane* lane = pm.lane;
  if (lane == 0) return 0;
  do {
    if (lane->cursor != lane->next && fetch_from(lane)) {
      pm.lane = lane->other;
      return 1;
    }
    lane = lane->other;
  } while (lane != pm.lane);
  return 0;
}
