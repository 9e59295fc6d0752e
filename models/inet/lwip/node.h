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
  uint32_t timeouts;        /* of connections that got no acknowledgement in time */
  uint32_t timed_out_ms;    /* in which those waited for it, all together */
};

/* What 4.4BSD's header prediction makes of a segment. */
enum { FLYBAR_PREDICTED_NOTHING, FLYBAR_PREDICTED_DATA, FLYBAR_PREDICTED_ACK };

#ifdef __cplusplus
extern "C" {
#endif
extern struct FlybarLwipNode flybar_lwip_node;
/* Before each run of the slow timer. Connections that lwIP would never send anything of again go
   on, and those that time out now are counted. */
void flybar_lwip_before_slow_timer(void);
#ifdef __cplusplus
}
#endif
