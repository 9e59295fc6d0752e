/* From the configuration to a prepared card. */
#include "firmware/myriapi/myriapi.h"

/* The image carries the version, so that the host can refuse to talk to a stranger. */
struct myriapi_nic myriapi_nic = {.status = {.version = MYRIAPI_LAYOUT_VERSION}};
struct firmware firmware;

/* Route bytes and header in front of the data of a packet. */
#define HEAD (MYRIAPI_MAX_ROUTE + MYRIAPI_WIRE_HEADER_SIZE)
#define SEND_BUFFER (HEAD + MYRIAPI_MTU)
/* A legal packet must not fill its buffer: one word for the CRC, one to spare. */
#define RECEIVE_BUFFER (MYRIAPI_WIRE_HEADER_SIZE + MYRIAPI_MTU + 8u)
_Static_assert((SEND_BUFFER & 7u) == 0 && (RECEIVE_BUFFER & 7u) == 0, "buffers stay aligned");

static uint32_t check(const struct myriapi_config* config) {
  if (config->version != MYRIAPI_LAYOUT_VERSION) return MYRIAPI_STATE_BAD_VERSION;
  if (config->buffers < 2u || config->buffers > MYRIAPI_MOST_BUFFERS)
    return MYRIAPI_STATE_BAD_BUFFERS;
  return MYRIAPI_STATE_RUNNING;
}

/* Buffers lie behind each other, those to send from first. Returns 0 if they do not fit. */
static uint32_t make_slots(uint32_t count) {
  uint32_t at = (sram_free_begin() + 7u) & ~7u;
  for (uint32_t i = 0; i != count; ++i, at += SEND_BUFFER) {
    firmware.send_slots[i].data = at + HEAD;
    firmware.send_slots[i].following = &firmware.send_slots[i + 1u == count ? 0 : i + 1u];
  }
  for (uint32_t i = 0; i != count; ++i, at += RECEIVE_BUFFER) {
    firmware.receive_slots[i].buffer = at;
    firmware.receive_slots[i].limit = at + RECEIVE_BUFFER - 4u;
    firmware.receive_slots[i].following = &firmware.receive_slots[i + 1u == count ? 0 : i + 1u];
  }
  firmware.send.ring = myriapi_nic.send;
  firmware.send.accept = firmware.send.fetch = firmware.send.link = firmware.send_slots;
  firmware.receive.ring = myriapi_nic.receive;
  firmware.receive.link = firmware.receive.host = firmware.receive_slots;
  return at <= sram_free_end();
}

uint32_t myriapi_start(void) {
  const uint32_t state = check(&myriapi_nic.config);
  if (state != MYRIAPI_STATE_RUNNING) return state;
  if (!make_slots(myriapi_nic.config.buffers)) return MYRIAPI_STATE_NO_MEMORY;
  firmware.notify_interrupt = myriapi_nic.config.notify_interrupt;
  lanai_write(LANAI_ISR_OFFSET, ~LANAI_ISR_HOST_SIG_MASK);
  lanai_write(LANAI_EIMR_OFFSET, firmware.notify_interrupt ? LANAI_ISR_HOST_SIG_MASK : 0);
  set_up_engines();
  return MYRIAPI_STATE_RUNNING;
}
