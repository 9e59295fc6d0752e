/// RPC-like messages between kernels over Trapeze, one instance per host.
///
/// Requests run their service on a server thread. Replies are handled in the receive interrupt
/// handler: they wake a blocked caller or run the continuations of a nonblocking call. A page in a
/// reply is deposited by the NIC where the caller wants it. A service may pass a request on to
/// another node, which then answers the first requester.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "models/common/observer.h"
#include "models/gmsnet/call_table.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/gmsnet/header.h"
#include "models/gmsnet/message.h"
#include "models/host/daemon.h"
#include "models/host/page_pool.h"
#include "models/trapeze/trapeze.h"

namespace flybar::trapeze {
class Endpoint;
}

namespace flybar::gmsnet {

/// Handles a request on the server thread. It may block, but all other requests wait meanwhile.
using Service = std::function<void(Request&)>;

struct Counters {
  std::uint64_t requests = 0;      ///< served here
  std::uint64_t calls = 0;         ///< made here
  std::uint64_t replies = 0;       ///< that came for them
  std::uint64_t late_replies = 0;  ///< that came when nobody waited for them any more
  std::uint64_t timeouts = 0;
  std::uint64_t recycled = 0;
  std::uint64_t deferred = 0;   ///< continuations that went through the daemon
  std::uint64_t reclaimed = 0;  ///< frames that were lost, and whose message was dropped
};

class Gmsnet {
 public:
  /// Before the simulation starts: adds a server thread and a daemon to the host's CPU.
  Gmsnet(const std::string& name, trapeze::Endpoint& endpoint, host::PagePool& pool,
         const GmsnetParams& params, Observer& observer);

  /// Requests with `operation` go to `service`. Those without one are answered with kUnknown.
  void register_service(Operation operation, Service service) {
    services_[operation] = std::move(service);
  }
  /// The host has crashed: nothing that arrives is looked at, nothing is served any more.
  void halt() { halted_ = true; }

  // By processes, services and continuations:

  Message gmsnet_makebuf(Operation operation);
  /// Sends a message that expects no reply. In a process this waits for a free send entry; in an
  /// interrupt handler it returns false if there is none.
  bool gmsnet_sendto(const Message& message, Node to);

  /// By a process: sends a request and blocks until the reply or gmsnet.timeout. As long it waits
  /// for a call record and a payload token if there is none.
  Reply gmsnet_call(const Message& request, Node to, const Expected& expected = {});

  /// Sends a request; its `continuations` run later, exactly once, whatever happens. Returns 0, and
  /// runs none, if there is no record, send entry or token for it.
  CallId gmsnet_call_nonblocking(const Message& request, Node to, const Expected& expected,
                                 Continuations continuations);
  /// Ends a nonblocking call, whose continuations run with kCancelled. False if it is over.
  bool gmsnet_cancel(CallId call);

  // By services:

  /// Answers whoever first made the request. No-op if no answer is expected.
  void gmsnet_reply(Request& request, const Message& reply);
  /// Passes the request on under its reply token; `onward` is what the next node gets.
  void gmsnet_delegate(Request& request, const Message& onward, Node to);
  /// The frame with the payload of a request, which becomes the caller's. The receive ring gets
  /// another from the pool; 0 if there is none.
  host::Physical gmsnet_take_payload(Request& request) { return take_frame(request.message); }

  tpz_nic* nic() { return nic_; }
  host::Cpu& cpu() { return cpu_; }
  host::PagePool& pool() { return pool_; }
  Node node() const { return tpz_get_node(nic_); }
  const Counters& counters() const { return counters_; }

 private:
  // gmsnet.cpp
  bool send(const Message& message, Node to, const ReplyToken& token, bool reply);
  tpz_sendmsg* send_entry();
  Header read(tpz_rcvmsg* message, Arguments& arguments);
  host::Physical take_frame(tpz_rcvmsg* message);

  // call.cpp
  CallRecord* open_call(bool nonblocking, const Expected& expected);
  void close_call(CallRecord& record);
  bool take_back_frame(const CallRecord& record);
  void give_up(CallRecord& record, Status status);
  void time_out(CallRecord& record);
  void end(CallRecord& record, Status status, bool have_frame);

  // stranded.cpp
  /// The frame mapped for a call that is over, and that the NIC may yet write to.
  struct Stranded {
    trapeze::Token token;
    host::Physical frame;
    Time since;
  };
  void strand(const CallRecord& record);
  void recover_stranded();
  void unstrand(trapeze::Token token);

  // reply.cpp
  tpz_disposition receive_reply(tpz_rcvmsg* message);
  void fill_payload(CallRecord& record, tpz_rcvmsg* message);
  void receive_late(const tpz_rcvmsg* message);
  void answered(CallRecord& record);
  void run_continuations(CallRecord& record);

  // server.cpp
  tpz_disposition receive_request(tpz_rcvmsg* message);
  void run_server();
  void serve(tpz_rcvmsg* message);

  tpz_nic* const nic_;
  host::Cpu& cpu_;
  host::PagePool& pool_;
  const GmsnetParams params_;
  Observer& observer_;
  const TrackId track_;

  std::array<Service, 256> services_;
  std::deque<tpz_rcvmsg*> requests_;
  host::Signal request_arrived_{"request"};

  CallTable calls_;
  host::Signal record_freed_{"free call record"};
  std::deque<Stranded> stranded_;  ///< the one looked at last is the last
  host::Daemon daemon_;
  Counters counters_;
  bool halted_ = false;
};

}  // namespace flybar::gmsnet
