#include "hooks.h"

#include "lwip/priv/tcp_priv.h"
#include "node.h"

static struct FlybarLwipConnection* own(const struct tcp_pcb* pcb) {
  return pcb != NULL ? pcb->ext_args[FLYBAR_CONNECTION].data : NULL;
}

unsigned flybar_lwip_window(const struct tcp_pcb* pcb) {
  const struct FlybarLwipConnection* const connection = own(pcb);
  return connection != NULL && connection->window > 0 ? connection->window
                                                      : flybar_lwip_node.window;
}

unsigned short flybar_lwip_most_segment(const struct tcp_pcb* pcb) {
  const struct FlybarLwipConnection* const connection = own(pcb);
  return connection != NULL && connection->most_segment > 0
             ? (unsigned short)connection->most_segment
             : TCP_MSS;
}

/* RFC 6298. */
static void measured(struct FlybarLwipConnection* connection) {
  const int64_t took = (int64_t)(flybar_lwip_node.now_ps - connection->timed_at_ps);
  connection->timing = 0;
  if (!connection->measured) {
    connection->measured = 1;
    connection->round_trip_ps = connection->least_ps = took;
    connection->variation_ps = took / 2;
    return;
  }
  const int64_t off = took - connection->round_trip_ps;
  connection->variation_ps += ((off < 0 ? -off : off) - connection->variation_ps) / 4;
  connection->round_trip_ps += off / 8;
  connection->least_ps = LWIP_MIN(connection->least_ps, took);
}

static void note_came(const struct tcp_pcb* pcb, const struct tcp_hdr* header) {
  struct FlybarLwipConnection* const connection = own(pcb);
  if (connection == NULL || pcb->state == LISTEN) return;
  ++connection->segments_received;
  connection->last_ps = flybar_lwip_node.now_ps;
  if (connection->timing && (TCPH_FLAGS(header) & TCP_ACK) != 0 &&
      TCP_SEQ_GEQ(header->ackno, connection->timed))
    measured(connection);
}

/* By Karn's rule a round trip that something was sent again in says nothing. */
static void note_leaves(const struct tcp_pcb* pcb, uint32_t sequence, uint32_t length, int again) {
  struct FlybarLwipConnection* const connection = own(pcb);
  if (connection == NULL || pcb->state == LISTEN) return;
  ++connection->segments_sent;
  connection->last_ps = flybar_lwip_node.now_ps;
  connection->done = pcb->state == TIME_WAIT;
  if (again) {
    ++connection->retransmissions;
    connection->timing = 0;
  } else if (length > 0 && !connection->timing) {
    connection->timing = 1;
    connection->timed = sequence + length;
    connection->timed_at_ps = flybar_lwip_node.now_ps;
  }
}

/* Header prediction as in 4.4BSD's tcp_input(), written from its rule: a segment of an open
   connection that neither asks for anything nor changes the window, and either acknowledges what
   was not yet, with nothing to hold back the next one, or brings just the data that is due. */
static uint32_t predict(const struct tcp_pcb* pcb, const struct tcp_hdr* header, uint32_t length) {
  /* lwIP has put the fields into the order of the machine. */
  const uint32_t sequence = header->seqno, ack = header->ackno;
  const uint32_t window = SND_WND_SCALE(pcb, header->wnd);
  const int plain =
      (TCPH_FLAGS(header) & (TCP_SYN | TCP_FIN | TCP_RST | TCP_URG | TCP_ACK)) == TCP_ACK;
  if (pcb->state != ESTABLISHED || !plain || sequence != pcb->rcv_nxt || window == 0 ||
      window != pcb->snd_wnd)
    return FLYBAR_PREDICTED_NOTHING;
  if (length == 0) {
    const int acknowledges = TCP_SEQ_GT(ack, pcb->lastack) && TCP_SEQ_LEQ(ack, pcb->snd_nxt);
    return acknowledges && pcb->cwnd >= pcb->snd_wnd ? FLYBAR_PREDICTED_ACK
                                                     : FLYBAR_PREDICTED_NOTHING;
  }
  return ack == pcb->lastack && pcb->ooseq == NULL && length <= pcb->rcv_wnd
             ? FLYBAR_PREDICTED_DATA
             : FLYBAR_PREDICTED_NOTHING;
}

/* A segment out of order that reaches behind the window, if only by its FIN. lwIP would keep the
   first one of them as it is, and stop at an assertion once the data before it has come. It may be
   left to a retransmission. An empty one that follows a refused probe of the window begins a byte
   behind that, and may say that the peer's own window is open. */
static int exceeds_window(const struct tcp_pcb* pcb, const struct tcp_hdr* header,
                          uint32_t length) {
  const uint32_t fin = (TCPH_FLAGS(header) & TCP_FIN) != 0 ? 1 : 0;
  const uint32_t probed = length + fin == 0 ? 1 : 0;
  const int receives = pcb->state == SYN_RCVD || pcb->state == ESTABLISHED ||
                       pcb->state == FIN_WAIT_1 || pcb->state == FIN_WAIT_2;
  return receives && TCP_SEQ_GT(header->seqno, pcb->rcv_nxt) &&
         TCP_SEQ_GT(header->seqno + length + fin, pcb->rcv_nxt + pcb->rcv_wnd + probed);
}

err_t flybar_lwip_came(const struct tcp_pcb* pcb, const struct tcp_hdr* header,
                       const struct pbuf* data) {
  note_came(pcb, header);
  /* A listener has no more than the state. */
  if (pcb->state == ESTABLISHED) flybar_lwip_node.predicted = predict(pcb, header, data->tot_len);
  return exceeds_window(pcb, header, data->tot_len) ? ERR_ABRT : ERR_OK;
}

/* As in 4.4BSD, an empty segment is acceptable up to the end of the window, and by RFC 793 at a
   closed one, too. One byte further begins what a peer sends after a probe of the window, which was
   refused: lwIP counts the byte of a probe as sent. */
int flybar_lwip_answers_empty(const struct tcp_pcb* pcb, unsigned sequence) {
  return sequence - pcb->rcv_nxt > pcb->rcv_wnd + 1;
}

void flybar_lwip_leaves(const struct tcp_pcb* pcb, const struct tcp_hdr* header,
                        const struct pbuf* segment) {
  /* Of a listener, which answers with a reset, there is no more than the state. */
  if (pcb == NULL || pcb->state == LISTEN) return;
  const int opens = (TCPH_FLAGS(header) & TCP_SYN) != 0;
  const uint32_t ends = (TCPH_FLAGS(header) & TCP_FIN) != 0 ? 1 : 0;
  const uint32_t length = segment->tot_len - TCPH_HDRLEN_BYTES(header) + ends + (opens ? 1 : 0);
  const uint32_t sequence = lwip_ntohl(header->seqno);
  /* lwIP numbers the opening before it counts it as sent; an empty segment with the number before
     the next one only asks whether the peer is there. */
  const int again = !opens && length > 0 && TCP_SEQ_LT(sequence, pcb->snd_nxt);
  if (again) ++flybar_lwip_node.retransmissions;
  note_leaves(pcb, sequence, length, again);
}

/* What the peer has acknowledged is not sent again. A window that opens a little has a segment cut
   at its length, though bytes of it may be acknowledged; then nothing gets past the first half. */
static void drop_acknowledged(struct tcp_pcb* pcb) {
  while (
      pcb->unsent != NULL &&
      TCP_SEQ_LEQ(lwip_ntohl(pcb->unsent->tcphdr->seqno) + TCP_TCPLEN(pcb->unsent), pcb->lastack)) {
    struct tcp_seg* const first = pcb->unsent;
    pcb->unsent = first->next;
    pcb->snd_queuelen = (u16_t)(pcb->snd_queuelen - pbuf_clen(first->p));
    tcp_seg_free(first);
  }
}

/* A time-out puts what is not acknowledged before what waits to be sent, also when the first
   segment waits there for its fast retransmission. */
static void order(struct tcp_pcb* pcb) {
  struct tcp_seg** place = &pcb->unsent;
  while (*place != NULL && (*place)->next != NULL) {
    struct tcp_seg* const next = (*place)->next;
    if (TCP_SEQ_LEQ(lwip_ntohl((*place)->tcphdr->seqno), lwip_ntohl(next->tcphdr->seqno))) {
      place = &(*place)->next;
      continue;
    }
    (*place)->next = next->next;
    struct tcp_seg** earlier = &pcb->unsent;
    while (TCP_SEQ_LT(lwip_ntohl((*earlier)->tcphdr->seqno), lwip_ntohl(next->tcphdr->seqno)))
      earlier = &(*earlier)->next;
    next->next = *earlier;
    *earlier = next;
  }
}

/* It ticks for the first segment that waits to be sent. After a time-out that one may have been
   sent before, and be acknowledged while it waits; lwIP stops at an assertion then. */
static void stop_persist_timer_without_segment(struct tcp_pcb* pcb) {
  if (pcb->unsent == NULL) pcb->persist_backoff = 0;
}

/* tcp_slowtmr() is about to count `rtime` up, and to send again what has waited for `rto`; later if
   the device still has it. */
static void count_timeout(const struct tcp_pcb* pcb) {
  if (pcb->persist_backoff > 0 || pcb->unacked == NULL || pcb->rtime + 1 != pcb->rto) return;
  ++flybar_lwip_node.timeouts;
  flybar_lwip_node.timed_out_ms += (uint32_t)(pcb->rtime + 1) * TCP_SLOW_INTERVAL;
}

void flybar_lwip_before_slow_timer(void) {
  for (struct tcp_pcb* pcb = tcp_active_pcbs; pcb != NULL; pcb = pcb->next) {
    order(pcb);
    drop_acknowledged(pcb);
    stop_persist_timer_without_segment(pcb);
    count_timeout(pcb);
  }
}
