#include "ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A call that says "not yet" is made again when something has arrived or completed. */
#define UNTIL_DONE(call, not_yet, what)     \
  for (int e; (e = (call)) != 0;) {         \
    if (e != (not_yet)) exit(EXIT_FAILURE); \
    pm_wait(ch, what);                      \
  }

static void tell(struct pm_channel* ch, int node, pm_handle word) {
  void* buffer;
  UNTIL_DONE(_pmGetSendBuf(ch, &buffer, sizeof word), ENOBUFS, "room to send");
  memcpy(buffer, &word, sizeof word);
  if (_pmSend(ch, node) != 0) exit(EXIT_FAILURE);
}

static pm_handle hear(struct pm_channel* ch) {
  void* buffer;
  size_t length;
  pm_handle word;
  UNTIL_DONE(_pmReceive(ch, &buffer, &length), ENOBUFS, "a message");
  memcpy(&word, buffer, sizeof word);
  _pmPutReceiveBuf(ch);
  return word;
}

/* The block is in the next node's memory when this returns, and the next node is told. */
static void pass_on(struct pm_channel* ch, int next, pm_handle there, pm_handle here) {
  UNTIL_DONE(_pmVWrite(ch, next, there, here, RING_BYTES), ENOBUFS, "room to write");
  UNTIL_DONE(_pmSendDone(ch), EBUSY, "the block to be stored");
  tell(ch, next, 0);
}

int ring(struct pm_channel* ch, int rounds) {
  const int node = pm_node(ch), nodes = pm_nodes(ch), next = (node + 1) % nodes;
  unsigned char* const block = pm_alloc(ch, RING_BYTES);
  pm_handle here;
  if (!block || _pmMLock(ch, block, RING_BYTES, &here) != 0) return 0;
  tell(ch, (node + nodes - 1) % nodes, here); /* where the node before may write */
  const pm_handle there = hear(ch);
  int right = 1;
  for (int round = 0; round < rounds; ++round) {
    if (node == 0) {
      memset(block, round + 1, RING_BYTES);
      pass_on(ch, next, there, here);
      memset(block, 0, RING_BYTES); /* it comes back whole, or this is seen */
    }
    hear(ch);
    if (node != 0) pass_on(ch, next, there, here);
    for (int i = 0; i < RING_BYTES; ++i) right = right && block[i] == (unsigned char)(round + 1);
  }
  _pmMUnLock(ch, block, RING_BYTES);
  return right;
}
