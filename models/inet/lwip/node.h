/* What lwIP takes for constants of the build, or asks its platform for, and what is each node's own
   here. It lies in the section that Stack swaps. */
#pragma once

#include <stdint.h>

/* What a connection has beside lwIP's control block: the argument FLYBAR_CONNECTION of that. A
   listener has one, too, whose limits its answers show. Times are instants of the node. */
struct FlybarLwipConnection {
  uint32_t window;       /* of receiving: bytes; 0: as the node's */
  uint32_t most_segment; /* bytes of data that a segment has, each way; 0: as the interface says */
  uint64_t segments_sent, segments_received;
  uint64_t retransmissions; /* segments that were sent once more */
  uint64_t last_ps;         /* when the last segment came or left */
  /* Smoothed as RFC 6298 says; only for who asks: lwIP's own time-outs count in its slow ticks. */
  int64_t round_trip_ps, variation_ps, least_ps;
  uint32_t timed; /* what acknowledges the segment of which the round trip is being measured */
  uint64_t timed_at_ps;
  uint8_t timing;
  uint8_t measured; /* there has been a round trip */
  uint8_t done;     /* both ends have said all, and know it */
};
enum { FLYBAR_SOCKET, FLYBAR_CONNECTION };

struct FlybarLwipNode {
  uint32_t window; /* of receiving, and room for sending, of each connection: bytes */
  uint32_t now;    /* ms */
  uint64_t now_ps;
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
