/* Read by lwIP's own files behind their headers. */
#pragma once

struct pbuf;
struct tcp_hdr;
struct tcp_pcb;

/* Of a connection, a listener, or none. */
unsigned flybar_lwip_window(const struct tcp_pcb* pcb);
#ifdef FLYBAR_LWIP_SEGMENTS
/* What TCP_MSS is to the files that make and take segments, where `pcb` is the connection. */
unsigned short flybar_lwip_most_segment(const struct tcp_pcb* pcb);
#undef TCP_MSS
#define TCP_MSS (flybar_lwip_most_segment(pcb))
#endif

/* A segment for a connection has come; ERR_OK: go on. */
signed char flybar_lwip_came(const struct tcp_pcb* pcb, const struct tcp_hdr* header,
                             const struct pbuf* data);
#define LWIP_HOOK_TCP_INPACKET_PCB(pcb, header, all, first, second, data) \
  flybar_lwip_came(pcb, header, data)
/* One leaves. There are no options of ours: the place behind them is where it was. */
void flybar_lwip_leaves(const struct tcp_pcb* pcb, const struct tcp_hdr* header,
                        const struct pbuf* segment);
#define LWIP_HOOK_TCP_OUT_ADD_TCPOPTS(data, header, pcb, options) \
  (flybar_lwip_leaves(pcb, header, data), (options))

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

/* When a window opens a little, tcp_split_unsent_seg() gives the first half of a segment the flags
   that it keeps, but adds them to those that it has: with FIN, the stream would end before its last
   bytes. It has them in a variable of 8 bits; all others add a constant. */
#ifdef TCPH_SET_FLAG
#undef TCPH_SET_FLAG
#define TCPH_SET_FLAG(header, flags)                          \
  (sizeof(flags) == 1 ? (void)(TCPH_FLAGS_SET(header, flags)) \
                      : (void)((header)->_hdrlen_rsvd_flags |= lwip_htons(flags)))
#endif

/* An empty segment that is not acceptable is answered. To lwIP none is while the window is closed,
   or where it ends, and so two ends would acknowledge each other's acknowledgements for ever. Of
   the segment, tcp_in.c has these in variables of its own. */
#ifdef FLYBAR_LWIP_INPUT
int flybar_lwip_answers_empty(const struct tcp_pcb* pcb, unsigned sequence);
#undef tcp_ack_now
#define tcp_ack_now(pcb)                                                                 \
  do {                                                                                   \
    if (tcplen > 0 || (flags & TCP_RST) != 0 || flybar_lwip_answers_empty(pcb, seqno)) { \
      tcp_set_flags(pcb, TF_ACK_NOW);                                                    \
    }                                                                                    \
  } while (0)
#endif
