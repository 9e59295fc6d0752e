/* Two cards that send to each other through a switch: whatever their engines, hosts and firmware do
 * first, all messages are stored and acknowledged. The firmware is that of firmware/pm as far as it
 * waits: steps of the main loop in any order, and the short way with its waits. Spin goes through
 * all states; with -DWAITS_FOR_LINK the short way waits until its packet has left, and the circle
 * of waits is found.
 *
 * A packet is worms of flits, more than the wire and the receiving card hold: it stands in both, and
 * in its sender, unless the receiver takes it. */
#ifndef MESSAGES
#define MESSAGES 2 /* of each card */
#endif
#ifndef SLOTS
#define SLOTS 2 /* of each direction of a card: pm.buffers */
#endif
#define FLITS 3
#define WIRE 1 /* flits that the switch holds of a worm */
#define FIFO 1 /* and the receiving card, before STOP */

/* A flit: 0, or the tail of a message or of a control packet, with what its sender has stored. */
#define MESSAGE_TAIL 16
#define CONTROL_TAIL 32

chan wire[2] = [WIRE] of { byte }; /* to card c */
chan fifo[2] = [FIFO] of { byte };

/* The engines of card c, and their bits of ISR. */
byte send_left[2];     /* flits that the send DMA has still to give to the link */
byte send_tail[2];     /* the last one of them; 0 if the packet goes on */
bool send_done[2];
bool dma_busy[2], dma_done[2];
bool armed[2], arrived[2];
byte tail[2];          /* of the packet that has arrived */

byte stored[2], acked[2];

proctype Send(byte c) {
  do
  :: atomic {
       send_left[c] > 0 && nfull(wire[1 - c]) ->
       wire[1 - c]!(send_left[c] == 1 -> send_tail[c] : 0);
       send_left[c]--;
       if
       :: send_left[c] == 0 -> send_done[c] = true
       :: else
       fi
     }
  od
}

proctype Switch(byte c) {
  byte flit;
  do
  :: atomic { nempty(wire[c]) && nfull(fifo[c]) -> wire[c]?flit; fifo[c]!flit; flit = 0 }
  od
}

proctype Receive(byte c) {
  byte flit;
  do
  :: atomic {
       armed[c] && nempty(fifo[c]) ->
       fifo[c]?flit;
       if
       :: flit != 0 -> armed[c] = false; tail[c] = flit; arrived[c] = true
       :: else
       fi;
       flit = 0
     }
  od
}

proctype HostDma(byte c) {
  do
  :: atomic { dma_busy[c] -> dma_busy[c] = false; dma_done[c] = true }
  od
}

mtype = { IDLE, FETCH, STORE };

/* Gives the link flits of a packet. */
inline give(count, last) {
  send_left[c] = count;
  send_tail[c] = last;
  link_busy = true
}

inline give_control() {
  give(1, CONTROL_TAIL + stored[c]);
  owes = false
}

inline give_message(count) {
  give(count, MESSAGE_TAIL + stored[c]);
  owes = false;
  leaving = true
}

/* send_serve_link(): of the packet that is fetched the head may leave first. */
inline serve_link() {
  if
  :: link_busy
  :: !link_busy && open && open_ready -> open = false; open_ready = false; give_message(FLITS - 1)
  :: !link_busy && open && !open_ready
  :: !link_busy && !open && ready > 0 -> ready--; give_message(FLITS)
  :: !link_busy && !open && ready == 0 && use == FETCH -> open = true; give(1, 0)
  :: !link_busy && !open && owes -> give_control() /* urgent, or after a rest */
  :: !link_busy && !open && ready == 0
  fi
}

/* serve_host_dma() */
inline serve_host_dma() {
  if
  :: use == IDLE && to_store > 0 -> to_store--; use = STORE; dma_busy[c] = true
  :: use == IDLE && prepared > 0 -> prepared--; use = FETCH; dma_busy[c] = true
  :: use != IDLE || (to_store == 0 && prepared == 0)
  fi
}

/* Slots that hold a packet. */
#define SENDING (prepared + (use == FETCH && (!open || open_ready)) + ready + open + leaving)
#define RECEIVING (to_store + (use == STORE) + armed[c] + arrived[c])

inline arm_if_free() {
  if
  :: !armed[c] && !arrived[c] && RECEIVING < SLOTS -> armed[c] = true
  :: else
  fi
}

/* What every packet says of those that went the other way. */
inline take_ack() {
  acked[c] = tail[c] % 16;
  arrived[c] = false
}

#define NOTHING_UNDER_WAY \
  (use == IDLE && prepared == 0 && ready == 0 && !open && to_store == 0 && !link_busy)

proctype Firmware(byte c) {
  byte prepared, ready, to_store, taken;
  mtype use = IDLE;
  bool link_busy, leaving, open, open_ready, owes;

  do
  /* on_host_dma() */
  :: atomic {
       dma_done[c] ->
       dma_done[c] = false;
       if
       :: use == FETCH && open && !open_ready -> open_ready = true
       :: use == FETCH && (!open || open_ready) -> ready++
       :: use == STORE -> stored[c]++; owes = true
       fi;
       use = IDLE;
       arm_if_free();
       serve_host_dma();
       serve_link()
     }
  /* receive_end() */
  :: atomic {
       arrived[c] && tail[c] >= CONTROL_TAIL -> take_ack(); arm_if_free()
     }
  :: atomic {
       arrived[c] && tail[c] < CONTROL_TAIL ->
       take_ack();
       to_store++;
       arm_if_free();
       serve_host_dma()
     }
  /* on_link() */
  :: atomic {
       send_done[c] ->
       send_done[c] = false;
       link_busy = false;
       leaving = false;
       serve_link()
     }
  /* prepare() */
  :: atomic {
       taken < MESSAGES && SENDING < SLOTS ->
       taken++;
       prepared++;
       serve_host_dma();
       serve_link()
     }
  /* after_rest() */
  :: atomic { owes && !link_busy && !open -> give_control() }
  /* send_short() */
  :: atomic {
       NOTHING_UNDER_WAY && taken < MESSAGES && !arrived[c] ->
       taken++;
       dma_busy[c] = true;
       give(1, 0)
     }
     atomic { dma_done[c] -> dma_done[c] = false } /* wait_for_host_dma() */
#ifdef WAITS_FOR_LINK
     atomic { send_done[c] -> send_done[c] = false; give_message(FLITS - 1) }
     atomic { send_done[c] -> send_done[c] = false; link_busy = false; leaving = false }
#else
     atomic {
       if /* the looks at the link are over at any time */
       :: send_done[c] -> send_done[c] = false; give_message(FLITS - 1)
       :: open = true; open_ready = true
       fi
     }
#endif
  /* receive_short() */
  :: atomic {
       NOTHING_UNDER_WAY && arrived[c] && tail[c] < CONTROL_TAIL ->
       take_ack();
       dma_busy[c] = true;
       armed[c] = true
     }
     atomic { dma_done[c] -> dma_done[c] = false; stored[c]++; owes = true }
  od
}

init {
  byte c;
  atomic {
    armed[0] = true;
    armed[1] = true;
    for (c : 0 .. 1) {
      run Send(c);
      run Switch(c);
      run Receive(c);
      run HostDma(c);
      run Firmware(c)
    }
  }
  timeout ->
  assert(stored[0] == MESSAGES && stored[1] == MESSAGES);
  assert(acked[0] == MESSAGES && acked[1] == MESSAGES)
}
