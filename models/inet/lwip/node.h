/* What lwIP takes for constants of the build, or asks its platform for, and what is each node's own
   here. It lies in the section that Stack swaps. */
#pragma once

#include <stdint.h>

struct FlybarLwipNode {
  uint32_t window; /* of receiving, and room for sending, of each connection: bytes */
  uint32_t now;    /* ms */
  uint32_t random; /* state of the generator */
  uint32_t ack_every_second;
  uint32_t out_of_order;    /* segments that a connection keeps out of order */
  uint32_t predicted;       /* of the last segment that came: FLYBAR_PREDICTED_... */
  uint32_t retransmissions; /* segments that were sent once more */
};

/* What 4.4BSD's header prediction makes of a segment. */
enum { FLYBAR_PREDICTED_NOTHING, FLYBAR_PREDICTED_DATA, FLYBAR_PREDICTED_ACK };

#ifdef __cplusplus
extern "C" {
#endif
extern struct FlybarLwipNode flybar_lwip_node;
/* Before the slow timer: connections that lwIP would never send anything of again go on. */
void flybar_lwip_repair(void);
#ifdef __cplusplus
}
#endif
