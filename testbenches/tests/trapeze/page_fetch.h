/// Host software in C on the Trapeze API: a client fetches a page from a server, into a frame of
/// its choice.
#ifndef FLYBAR_PAGE_FETCH_H
#define FLYBAR_PAGE_FETCH_H

#include "models/trapeze/trapeze.h"

#ifdef __cplusplus
extern "C" {
#endif

// NOLINTBEGIN(readability-identifier-naming): names of C
struct page_server {
  struct tpz_nic* nic;
  uint32_t page;        ///< its frame
  uint32_t length;      ///< of the page, in bytes
  unsigned sent, left;  ///< how often it was sent; of them, how often it has left the host
};
/// Serves the page to whoever asks for it from now on.
void page_server_start(struct page_server* server);

enum page_fetched {
  PAGE_HERE,
  PAGE_MISSING,    ///< the frame is the caller's again
  PAGE_FRAME_LOST  ///< it did not come in time, and the NIC may yet write to the frame
};
// NOLINTEND(readability-identifier-naming)
enum page_fetched page_fetch(struct tpz_nic* nic, uint32_t server_node, uint32_t frame,
                             int64_t timeout_ps);

#ifdef __cplusplus
}
#endif

#endif
