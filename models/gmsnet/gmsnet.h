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
#include <string>

#include "models/common/observer.h"
#include "models/gmsnet/call_table.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/gmsnet/header.h"
#include "models/gmsnet/net.h"
#include "models/host/waiting/daemon.h"
#include "models/trapeze/trapeze.h"

namespace flybar::trapeze {
class Endpoint;
}

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
  std::uint64_t unknown = 0;    ///< messages dropped: no handler for their type
};

class Gmsnet : public Net {
 public:
  /// Before the simulation starts: adds a server thread and a daemon to the host's CPU.
  Gmsnet(const std::string& name, trapeze::Endpoint& endpoint, host::PagePool& pool,
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
  void complete_sent() override { tpz_check_xmit_complete(nic_); }

  void gmsnet_reply(Request& request, const Message& reply) override;
  void gmsnet_delegate(Request& request, const Message& onward, Node to) override;
  host::Physical gmsnet_take_payload(Request& request) override {
    return take_frame(request.message);
  }

  host::Cpu& cpu() override { return cpu_; }
  host::PagePool& pool() override { return pool_; }
  Node node() const override { return tpz_get_node(nic_); }
  tpz_nic* nic() { return nic_; }
  Time longest_call() const override { return params_.timeout + params_.grace; }
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
  CallRecord* waiting(CallId call);
  bool may_handle(const CallRecord& record);
  void handle_reply(tpz_rcvmsg* message, const Header& header, const Arguments& arguments);
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
