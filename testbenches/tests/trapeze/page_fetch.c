#include "testbenches/tests/trapeze/page_fetch.h"

enum { REQUEST = 1, REPLY = 2 };

static void page_has_left(void* arg) {
  struct page_server* server = arg;
  ++server->left;
}

/* The request is the token of the frame that the page shall go to. A full ring drops it: whoever
 * asked for the page asks again. */
static enum tpz_disposition serve(struct tpz_rcvmsg* request, void* arg) {
  struct page_server* server = arg;
  struct tpz_sendmsg* reply = tpz_get_sendmsg(server->nic);
  if (reply == NULL) return TPZ_RELEASE;
  uint32_t token;
  tpz_read_control(request, 0, &token, sizeof token);
  tpz_set_destination(reply, tpz_get_source(request));
  tpz_set_type(reply, REPLY);
  tpz_set_token(reply, token);
  tpz_attach_sendmsg(reply, server->page, page_has_left, server);
  tpz_set_payload_len(reply, server->length);
  tpz_release_sendmsg(reply);
  ++server->sent;
  return TPZ_RELEASE;
}

void page_server_start(struct page_server* server) {
  tpz_register_handler(server->nic, REQUEST, serve, server);
}

static enum page_fetched give_up(struct tpz_nic* nic, uint32_t token) {
  return tpz_ipt_cancel(nic, token) ? PAGE_MISSING : PAGE_FRAME_LOST;
}

enum page_fetched page_fetch(struct tpz_nic* nic, uint32_t server_node, uint32_t frame,
                             int64_t timeout_ps) {
  const uint32_t token = tpz_ipt_map(nic, frame, tpz_get_max_payload(nic));
  if (token == 0) return PAGE_MISSING;
  struct tpz_sendmsg* request = tpz_get_sendmsg(nic);
  if (request == NULL) return give_up(nic, token);
  tpz_set_destination(request, server_node);
  tpz_set_type(request, REQUEST);
  tpz_write_control(request, 0, &token, sizeof token);
  tpz_release_sendmsg(request);

  struct tpz_rcvmsg* reply = tpz_wait_rcvmsg(nic, timeout_ps);
  if (reply == NULL) return give_up(nic, token);
  const bool here = tpz_ipt_accepted(reply) && tpz_get_token(reply) == token;
  tpz_release_rcvmsg(reply);
  return here ? PAGE_HERE : give_up(nic, token);
}
