/* From the configuration to a prepared endpoint. */
#include "firmware/common/send_gate.h"
#include "firmware/trapeze/interrupt.h"
#include "firmware/trapeze/ipt.h"

/* The image carries the version, so that the host can refuse to talk to a stranger. */
struct tpz_endpoint tpz_endpoint = {.status = {.version = MCP_LAYOUT_VERSION}};
struct mcp mcp;

/* The host gives an entry, and send_accept() puts it into a slot before the entry is given back. */
LANAI_SEND_GATE = {
    .after_reset = 1000,
    .after_host = 180,
    .words = {{&tpz_endpoint.send[0].owner, sizeof(struct tpz_send_entry), TPZ_SEND_ENTRIES},
              {&mcp.send_slots[0].entry, sizeof(struct send_slot), MCP_MAX_SLOTS}},
    .packet = &mcp.send.link,
    .packet_length = offsetof(struct send_slot, length),
    .packet_sent = offsetof(struct send_slot, sent),
};

#define RECEIVE_OVERHEAD (TPZ_WIRE_HEADER_SIZE + TPZ_MAX_CONTROL)
#define BUFFER_ALIGNMENT 8u

/* A legal packet must not fill its buffer: one word for the CRC, one to spare. */
static uint32_t receive_buffer_bytes(void) {
  return (mcp.max_payload + RECEIVE_OVERHEAD + 8u + BUFFER_ALIGNMENT - 1u) &
         ~(BUFFER_ALIGNMENT - 1u);
}

static uint32_t send_buffer_bytes(void) {
  return (mcp.max_payload + BUFFER_ALIGNMENT - 1u) & ~(BUFFER_ALIGNMENT - 1u);
}

/* An entry is the card's until its slot is done with it: a ring of fewer entries than slots would
 * give one to two slots. */
static uint32_t bad_ring(uint32_t entries, uint32_t most) {
  return entries < MCP_MAX_SLOTS || entries > most;
}

static uint32_t bad_threshold(uint32_t bytes) {
  return bytes == 0 || (bytes & 3u) != 0;
}

static uint32_t check(const struct tpz_config* config) {
  if (config->version != MCP_LAYOUT_VERSION) return TPZ_STATE_BAD_VERSION;
  if (config->mode > TPZ_MODE_FUNCTIONAL) return TPZ_STATE_BAD_MODE;
  if (bad_threshold(config->send_threshold)) return TPZ_STATE_BAD_THRESHOLD;
  if (bad_threshold(config->receive_threshold)) return TPZ_STATE_BAD_THRESHOLD;
  if (bad_threshold(config->max_payload)) return TPZ_STATE_BAD_PAYLOAD;
  if (config->max_payload > TPZ_MAX_PAYLOAD) return TPZ_STATE_BAD_PAYLOAD;
  if (bad_ring(config->send_entries, TPZ_SEND_ENTRIES)) return TPZ_STATE_BAD_RING;
  if (bad_ring(config->receive_entries, TPZ_RECEIVE_ENTRIES)) return TPZ_STATE_BAD_RING;
  return TPZ_STATE_RUNNING;
}

static void keep(const struct tpz_config* config) {
  mcp.max_payload = config->max_payload;
  mcp.send_threshold = config->send_threshold;
  mcp.receive_threshold = config->receive_threshold;
  mcp.control_by_dma = config->control_by_dma;
  mcp.notify_interrupt = config->notify_interrupt;
  mcp.send_ring_end = tpz_endpoint.send + config->send_entries;
  mcp.receive_ring_end = tpz_endpoint.receive + config->receive_entries;
  interrupt_keep(config);
}

static uint32_t times(uint32_t count, uint32_t bytes) {
  uint32_t sum = 0;
  while (count-- != 0) sum += bytes;
  return sum;
}

static void make_send_slots(uint32_t count, uint32_t buffer) {
  for (uint32_t i = 0; i != count; ++i, buffer += send_buffer_bytes()) {
    mcp.send_slots[i].buffer = buffer;
    mcp.send_slots[i].next = &mcp.send_slots[i + 1u == count ? 0 : i + 1u];
  }
  mcp.send.ring = tpz_endpoint.send;
  mcp.send.accept = mcp.send.link = mcp.send.fetch = mcp.send_slots;
}

static void make_receive_slots(uint32_t count, uint32_t buffer) {
  for (uint32_t i = 0; i != count; ++i, buffer += receive_buffer_bytes()) {
    mcp.receive_slots[i].buffer = buffer;
    mcp.receive_slots[i].limit = buffer + receive_buffer_bytes() - 4u;
    mcp.receive_slots[i].next = &mcp.receive_slots[i + 1u == count ? 0 : i + 1u];
  }
  mcp.receive.ring = tpz_endpoint.receive;
  mcp.receive.link = mcp.receive.host = mcp.receive_slots;
}

/* As many buffers as fit, receive buffers first: at least one to send from and two to receive in.
 */
static uint32_t make_slots(void) {
  const uint32_t begin = (sram_free_begin() + BUFFER_ALIGNMENT - 1u) & ~(BUFFER_ALIGNMENT - 1u);
  const uint32_t space = sram_free_end() - begin;
  uint32_t sends = MCP_MAX_SLOTS, receives = MCP_MAX_SLOTS;
  while (times(sends, send_buffer_bytes()) + times(receives, receive_buffer_bytes()) > space) {
    if (sends + receives == 3u) return TPZ_STATE_NO_MEMORY;
    if (sends >= receives)
      --sends;
    else
      --receives;
  }
  make_send_slots(sends, begin);
  make_receive_slots(receives, begin + times(sends, send_buffer_bytes()));
  tpz_endpoint.status.send_buffers = sends;
  tpz_endpoint.status.receive_buffers = receives;
  return TPZ_STATE_RUNNING;
}

static void set_up_chip(void) {
  lanai_write(LANAI_ISR_OFFSET, ~LANAI_ISR_HOST_SIG_MASK);
  lanai_write(LANAI_EIMR_OFFSET, mcp.notify_interrupt ? LANAI_ISR_HOST_SIG_MASK : 0);
  set_up_engines();
  ipt_set_up();
}

uint32_t mcp_start(void) {
  const uint32_t state = check(&tpz_endpoint.config);
  if (state != TPZ_STATE_RUNNING) return state;
  keep(&tpz_endpoint.config);
  if (make_slots() != TPZ_STATE_RUNNING) return TPZ_STATE_NO_MEMORY;
  set_up_chip();
  return TPZ_STATE_RUNNING;
}
