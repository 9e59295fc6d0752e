#include "ping.h"

static void send_word(struct tpz_nic* nic, uint32_t to, uint32_t word) {
  struct tpz_sendmsg* message = tpz_get_sendmsg(nic);
  while (!message) {
    tpz_check_xmit_complete(nic);
    message = tpz_get_sendmsg(nic);
  }
  tpz_set_destination(message, to);
  tpz_write_control(message, 0, &word, sizeof word);
  tpz_release_sendmsg(message);
}

static uint32_t receive_word(struct tpz_nic* nic) {
  uint32_t word = 0;
  struct tpz_rcvmsg* message = tpz_wait_rcvmsg(nic, TPZ_FOREVER);
  tpz_read_control(message, 0, &word, sizeof word);
  tpz_release_rcvmsg(message);
  return word;
}

int ping(struct tpz_nic* nic) {
  int right = 1;
  for (uint32_t i = 0; i < PINGS; ++i) {
    send_word(nic, 1, i);
    right = right && receive_word(nic) == i;
  }
  return right;
}

void pong(struct tpz_nic* nic) {
  for (int i = 0; i < PINGS; ++i) send_word(nic, 0, receive_word(nic));
}
