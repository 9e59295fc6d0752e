/* From the configuration to a prepared card. */
#include "firmware/pm/queue.h"
#include "firmware/pm/receive.h"

/* The image carries the version, so that the host can refuse to talk to a stranger. */
struct pm_nic pm_nic = {.status = {.version = PM_LAYOUT_VERSION}};
struct pm_firmware pm;

#define BUFFER_ALIGNMENT 8u
/* Route bytes, in front of a header that begins at such an address and 4. */
#define ROOM_FOR_ROUTE 12u
#define HEAD (ROOM_FOR_ROUTE + PM_WIRE_HEADER_SIZE)
#define SEND_BUFFER (HEAD + PM_MTU)
/* A legal packet must not fill its buffer: one word for the CRC, one to spare. */
#define RECEIVE_BUFFER ((PM_WIRE_HEADER_SIZE + PM_MTU + 8u + 7u) & ~7u)

static uint32_t out_of(uint32_t value, uint32_t least, uint32_t most) {
  return value < least || value > most;
}

static uint32_t check(const struct pm_config* config) {
  if (config->version != PM_LAYOUT_VERSION) return PM_STATE_BAD_VERSION;
  if (out_of(config->nodes, 1, PM_MOST_NODES)) return PM_STATE_BAD_CONFIG;
  if (out_of(config->channels, 1, PM_MOST_CHANNELS)) return PM_STATE_BAD_CONFIG;
  if (out_of(config->pins, 1, PM_MOST_PINS)) return PM_STATE_BAD_CONFIG;
  if (out_of(config->buffers, 2, PM_MOST_BUFFERS)) return PM_STATE_BAD_CONFIG;
  if (config->sending > PM_SENDING_IMMEDIATE) return PM_STATE_BAD_CONFIG;
  if (config->pulse == 0 || (config->pulse & 3u) != 0) return PM_STATE_BAD_CONFIG;
  if (config->ack_after == 0 || config->retry < 4u || config->pause == 0 || config->rest == 0)
    return PM_STATE_BAD_CONFIG;
  return PM_STATE_RUNNING;
}

static void keep(const struct pm_config* config) {
  pm.last_node = config->nodes - 1u;
  pm.last_peer = pm.last_node * PM_PEER_SIZE;
  pm.channels = config->channels;
  pm.pulse = config->pulse;
  pm.longest_whole = config->sending == PM_SENDING_IMMEDIATE ? config->pulse : PM_MTU;
  pm.ack_after = config->ack_after;
  pm.rest = config->rest;
  pm.pause = config->pause;
  pm.retry = config->retry;
  pm.give_up = config->give_up;
  /* Those that are not configured stay closed. */
  for (uint32_t i = 0; i != PM_MOST_CHANNELS; ++i) pm.by_channel[i] = &pm.lanes[i];
}

/* Free SRAM is given out from its begin. */
static uint32_t free_at, free_end;

/* The SRAM address of `count` pieces of `bytes`; 0 if they do not fit. */
static uint32_t take(uint32_t count, uint32_t bytes) {
  const uint32_t begin = free_at;
  while (count-- != 0) {
    if (free_end - free_at < bytes) return 0;
    free_at += bytes;
  }
  return begin;
}

static void clear(uint32_t begin, uint32_t end) {
  for (; begin != end; begin += 4u) *(uint32_t*)sram_pointer(begin) = 0;
}

static void make_peer(struct pm_peer* peer, uint32_t channel, uint32_t node) {
  peer->backoff = pm.pause;
  const struct pm_route* route = &pm_nic.routes[node];
  if ((route->length & PM_ROUTE_LENGTH_VALID_MASK) == 0) peer->flags = PM_PEER_FLAGS_DEAD_MASK;
  peer->path[0] = route->path[0];
  peer->path[1] = route->path[1];
  peer->begin = sram_address(&peer->header) - (route->length & PM_ROUTE_LENGTH_BYTES_MASK);
  peer->header.type = PM_WIRE_TYPE;
  peer->header.source = pm_nic.config.node << PM_WIRE_HEADER_SOURCE_NODE_SHIFT |
                        node << PM_WIRE_HEADER_SOURCE_TO_SHIFT |
                        channel << PM_WIRE_HEADER_SOURCE_CHANNEL_SHIFT | PM_KIND_MESSAGE;
}

/* Lanes form a circle. */
static uint32_t make_lane(uint32_t channel) {
  struct lane* lane = &pm.lanes[channel];
  const uint32_t peers = take(pm_nic.config.nodes, PM_PEER_SIZE);
  if (peers == 0) return 0;
  clear(peers, free_at);
  lane->shared = &pm_nic.channels[channel];
  lane->doorbell = lane->shared->queue;
  lane->peers = sram_pointer(peers);
  lane->tag = channel << PM_PIN_WORD_CHANNEL_SHIFT;
  lane->front = NEWS | PM_HOST_STATUS_NEWS_TURN_MASK;
  for (uint32_t node = 0; node <= pm.last_node; ++node)
    make_peer(&lane->peers[node], channel, node);
  return peers;
}

static uint32_t make_tables(void) {
  const uint32_t pins = take(pm.channels, pm_nic.config.pins << 2);
  if (pins == 0) return 0;
  clear(pins, free_at);
  pm.pin_table = sram_pointer(pins);
  pm.pins = (free_at - pins) >> 2;
  pm_nic.status.pins = pins;
  for (uint32_t channel = 0; channel != pm.channels; ++channel) {
    const uint32_t peers = make_lane(channel);
    if (peers == 0) return 0;
    if (channel == 0) pm_nic.status.peers = peers;
  }
  return 1;
}

static void put_type(uint32_t header) {
  struct pm_wire_header* to = sram_pointer(header);
  to->type = PM_WIRE_TYPE;
  to->number = 0;
  to->place = 0;
  to->length = 0;
}

static uint32_t make_slots(uint32_t count) {
  for (uint32_t i = 0; i != count; ++i) {
    const uint32_t send = take(1, SEND_BUFFER), receive = take(1, RECEIVE_BUFFER);
    if (send == 0 || receive == 0) return 0;
    const uint32_t next = i + 1u == count ? 0 : i + 1u;
    pm.send_slots[i].data = send + HEAD;
    put_type(send + ROOM_FOR_ROUTE);
    pm.send_slots[i].next = &pm.send_slots[next];
    pm.receive_slots[i].buffer = receive;
    pm.receive_slots[i].limit = receive + RECEIVE_BUFFER - 4u;
    pm.receive_slots[i].next = &pm.receive_slots[next];
  }
  pm.prepare = pm.fetch = pm.link = pm.send_slots;
  pm.arm = pm.store = pm.receive_slots;
  return 1;
}

static uint32_t make_control(void) {
  const uint32_t buffer = take(1, HEAD);
  if (buffer == 0) return 0;
  pm.control.packet = buffer + ROOM_FOR_ROUTE;
  put_type(pm.control.packet);
  pm.short_data = take(1, PM_SHORT_MOST);
  return pm.short_data != 0;
}

static uint32_t lay_out(void) {
  free_at = (sram_free_begin() + BUFFER_ALIGNMENT - 1u) & ~(BUFFER_ALIGNMENT - 1u);
  free_end = sram_free_end();
  return make_tables() && make_slots(pm_nic.config.buffers) && make_control();
}

static void set_up_chip(void) {
  lanai_write(LANAI_ISR_OFFSET, ~LANAI_ISR_HOST_SIG_MASK);
  lanai_write(LANAI_EIMR_OFFSET, 0);
  set_up_engines();
}

uint32_t pm_start(void) {
  const uint32_t state = check(&pm_nic.config);
  if (state != PM_STATE_RUNNING) return state;
  keep(&pm_nic.config);
  if (!lay_out()) return PM_STATE_NO_MEMORY;
  set_up_chip();
  receive_arm(pm.arm);
  wait_for(PM_RARE);
  lanes_find();
  return PM_STATE_RUNNING;
}
