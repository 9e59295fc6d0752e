/* Declares when it sends. */
#include "firmware/common/send_gate.h"

struct entry {
  uint32_t length, owner;
} ring[4];
struct entry* at_link = ring;

LANAI_SEND_GATE = {
    .after_reset = 500,
    .after_host = 60,
    .words = {{&ring[0].owner, sizeof(struct entry), 4}},
    .packet = &at_link,
    .packet_sent = 4,
};
