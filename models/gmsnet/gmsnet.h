/// RPC-like messages between kernels over a carrier, one instance per host.
///
/// Requests run their service on a server thread. Replies are handled in the handler in
/// which they arrive: they wake a blocked caller or run the continuations of a nonblocking call. A
/// page in a reply is put where the caller wants it by the carrier. A service may pass a request on
/// to another node, which then answers the first requester.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>

#include "models/common/observer.h"
#include "models/gmsnet/call_table.h"
#include "models/gmsnet/carrier.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/gmsnet/header.h"
#include "models/gmsnet/net.h"
#include "models/host/waiting/daemon.h"

namespace flybar::gmsnet {

struct Counters {
  std::uint64_t requests = 0;      ///< served here
  std::uint64_t calls = 0;         ///< made here
  std::uint64_t replies = 0;       ///< that came for them
  std::uint64_t late_replies = 0;  ///< that came when nobody waited for them any more
  std::uint64_t timeouts = 0;
  std::uint64_t recycled = 0;
  std::uint64_t deferred = 0;   ///< continuations that went through the daemon
  std::uint64_t reclaimed = 0;  ///< frames that were lost, and whose message was dropped
  std::uint64_t unserved = 0;   ///< requests for an operation that has no service
};

/// What happens of a call on one host, for who measures it.
enum class CallStep : std::uint8_t {
  kBegun,     ///< the caller has a record
  kSent,      ///< its request is the carrier's
  kServed,    ///< the server thread takes the request, also one that is passed on
  kAnswered,  ///< the reply is the carrier's
  kReplied,   ///< the reply reaches the caller's host
  kEnded,     ///< its page lies where it was expected; continuations run
};
/// Gets the step, who made the call, and the instant.
using CallWatch = std::function<void(CallStep, const ReplyToken&, Time)>;

class Gmsnet : public Net, private Carrier::User {
 public:
  /// Before the simulation starts: adds a server thread and a daemon to the host's CPU.
  Gmsnet(const std::string& name, Carrier& carrier, host::PagePool& pool,
         const GmsnetParams& params, Observer& observer);

  void register_service(Operation operation, Service service) override {
    services_[operation] = std::move(service);
  }
  void halt() override { halted_ = true; }

  Message gmsnet_makebuf(Operation operation) override;
  bool gmsnet_sendto(const Message& message, Node to) override;
  using Net::gmsnet_call;
  Reply gmsnet_call(const Message& request, Node to, const Expected& expected) override;
  CallId gmsnet_call_nonblocking(const Message& request, Node to, const Expected& expected,
                                 Continuations continuations) override;
  bool gmsnet_cancel(CallId call) override;
  void complete_sent() override { carrier_.complete_sent(); }

  void gmsnet_reply(Request& request, const Message& reply) override;
  void gmsnet_delegate(Request& request, const Message& onward, Node to) override;
  host::Physical gmsnet_take_payload(Request& request) override {
    return carrier_.take_frame(*request.message);
  }

  host::Cpu& cpu() override { return cpu_; }
  host::PagePool& pool() override { return pool_; }
  Node node() const override { return carrier_.node(); }
  Time longest_call() const override { return params_.timeout + params_.grace; }
  const Counters& counters() const { return counters_; }
  /// Before the simulation starts.
  void watch(CallWatch watch) { watch_ = std::move(watch); }

 private:
  // gmsnet.cpp
  bool send(const Message& message, Node to, const ReplyToken& token, bool reply);
  Header read(Incoming& message, Arguments& arguments);
  void tell(CallStep step, const ReplyToken& token, Time at) const {
    if (watch_) watch_(step, token, at);
  }

  // call.cpp
  CallRecord* open_call(bool nonblocking, const Expected& expected);
  void close_call(CallRecord& record);
  bool wait_for_reply(CallRecord& record);
  bool take_back_frame(const CallRecord& record);
  void give_up(CallRecord& record, Status status);
  void time_out(CallRecord& record);
  void end(CallRecord& record, Status status, bool have_frame);

  // reply.cpp
  Carrier::Disposition reply_arrived(Incoming& message) override;
  CallRecord* waiting(CallId call);
  bool may_handle(const CallRecord& record);
  void handle_reply(Incoming& message, const Header& header, const Arguments& arguments);
  void fill_payload(CallRecord& record, Incoming& message);
  void answered(CallRecord& record);
  void run_continuations(CallRecord& record);

  // server.cpp
  Carrier::Disposition request_arrived(Incoming& message) override;
  void run_server();
  void serve(Incoming& message);

  Carrier& carrier_;
  host::Cpu& cpu_;
  host::PagePool& pool_;
  const GmsnetParams params_;
  Observer& observer_;
  const TrackId track_;

  std::array<Service, 256> services_;
  std::deque<Incoming*> requests_;
  host::Signal request_arrived_{"request"};

  CallTable calls_;
  host::Signal record_freed_{"free call record"};
  host::Daemon daemon_;
  Counters counters_;
  CallWatch watch_;
  bool halted_ = false;
};

}  // namespace flybar::gmsnet
