/* Read by lwIP's own files behind their headers. */
#pragma once

/* What data does to the acknowledgement. lwIP's way is that every second segment sends one at
   once. 4.4BSD's is that data only asks for a delayed one, which leaves with the window update once
   the reader has taken enough, or by the timer of 200 ms. */
#ifdef tcp_ack
#undef tcp_ack
#define tcp_ack(pcb)                                                               \
  do {                                                                             \
    if (flybar_lwip_node.ack_every_second && ((pcb)->flags & TF_ACK_DELAY) != 0) { \
      tcp_clear_flags(pcb, TF_ACK_DELAY);                                          \
      tcp_ack_now(pcb);                                                            \
    } else {                                                                       \
      tcp_set_flags(pcb, TF_ACK_DELAY);                                            \
    }                                                                              \
  } while (0)
#endif
