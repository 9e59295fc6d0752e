/// The calls that kernel software makes of gmsnet. Gmsnet is one such net, over a carrier.
#pragma once

#include <functional>
#include <vector>

#include "models/gmsnet/message.h"
#include "models/host/paging/page_pool.h"

namespace flybar::gmsnet {

/// Handles a request on the server thread. It may block, but all other requests wait meanwhile.
using Service = std::function<void(Request&)>;

/// Runs when the reply of a nonblocking call is there, or is given up. In the receive interrupt
/// handler it must not block: if it has to, it changes nothing, returns false, and is called again
/// by a kernel daemon.
using Continuation = std::function<bool(Reply&)>;
/// Run from the last to the first.
using Continuations = std::vector<Continuation>;

class Net {
 public:
  virtual ~Net() = default;

  /// Requests with `operation` go to `service`. Those without one are answered with kUnknown.
  virtual void register_service(Operation operation, Service service) = 0;
  /// The host has crashed: nothing that arrives is looked at, nothing is served any more.
  virtual void halt() = 0;

  // By processes, services and continuations:

  virtual Message gmsnet_makebuf(Operation operation) = 0;
  /// Sends a message that expects no reply. In a process this waits for room; in an interrupt
  /// handler it returns false if there is none.
  virtual bool gmsnet_sendto(const Message& message, Node to) = 0;

  /// By a process: sends a request and blocks until the reply or gmsnet.timeout. As long it waits
  /// for a call record and a page token if there is none.
  virtual Reply gmsnet_call(const Message& request, Node to, const Expected& expected) = 0;
  Reply gmsnet_call(const Message& request, Node to) { return gmsnet_call(request, to, {}); }
  /// How long a call that has a record and a token blocks at most.
  virtual Time longest_call() const = 0;

  /// Sends a request; its `continuations` run later, exactly once, whatever happens. Returns 0, and
  /// runs none, if there is no record or token for it, or, in a handler, no room.
  virtual CallId gmsnet_call_nonblocking(const Message& request, Node to, const Expected& expected,
                                         Continuations continuations) = 0;
  /// Ends a nonblocking call, whose continuations run with kCancelled. False if it is over.
  virtual bool gmsnet_cancel(CallId call) = 0;

  /// Completes the messages that have left: their frames are the host's again.
  virtual void complete_sent() = 0;

  // By services:

  /// Answers the node that first made the request, through however many nodes it was delegated.
  /// No-op if no answer is expected.
  virtual void gmsnet_reply(Request& request, const Message& reply) = 0;
  /// Passes the request on under its reply token; `onward` is what the next node gets.
  virtual void gmsnet_delegate(Request& request, const Message& onward, Node to) = 0;
  /// A frame with the payload of a request, which becomes the caller's; 0 if the pool has none in
  /// its place.
  virtual host::Physical gmsnet_take_payload(Request& request) = 0;

  virtual host::Cpu& cpu() = 0;
  virtual host::PagePool& pool() = 0;
  virtual Node node() const = 0;
};

}  // namespace flybar::gmsnet
