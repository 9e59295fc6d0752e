/// gmsnet of one node without a NIC: the test stands for all other nodes.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "models/gms/protocol.h"
#include "models/gmsnet/net.h"
#include "models/host/waiting/daemon.h"

namespace flybar::gms {

class FakeNet : public gmsnet::Net {
 public:
  /// Before the simulation starts. Nothing that it does takes time.
  FakeNet(host::Cpu& cpu, host::PagePool& pool, Node node);

  struct Sent {
    gmsnet::Message message;
    Node to;
    gmsnet::CallId call;  ///< of a nonblocking call; else 0

    PageMessage page() const {
      gmsnet::Arguments arguments = message.arguments;
      return PageMessage::pop(arguments);
    }
  };
  std::vector<Sent> sent;
  /// What another node answers to a blocking call. It may take time; if not set, there is no answer
  /// at once.
  std::function<gmsnet::Reply(const Sent&)> answer;
  Node self;
  bool full = false;   ///< there is no send entry for a nonblocking call
  bool stuck = false;  ///< payloads stay with the NIC

  static gmsnet::Reply reply(gmsnet::Status status);
  /// The page is kept by `source`; `who` is to tell the directory.
  static gmsnet::Reply kept(Node source, std::uint32_t who);

  // By processes:

  /// The reply of a nonblocking call arrives in an interrupt.
  void arrives(gmsnet::CallId call, const gmsnet::Reply& reply);
  /// The same, with the first `length` bytes of a page in the frame that was mapped for it.
  void page_arrives(gmsnet::CallId call, Bytes length);
  /// Serves a request; what the service answers, if it does.
  std::optional<gmsnet::Message> serve(const gmsnet::Message& message, Node from);

  void register_service(gmsnet::Operation operation, gmsnet::Service service) override;
  void halt() override {}
  gmsnet::Message gmsnet_makebuf(gmsnet::Operation operation) override;
  bool gmsnet_sendto(const gmsnet::Message& message, Node to) override;
  using Net::gmsnet_call;
  gmsnet::Reply gmsnet_call(const gmsnet::Message& request, Node to,
                            const gmsnet::Expected& expected) override;
  gmsnet::CallId gmsnet_call_nonblocking(const gmsnet::Message& request, Node to,
                                         const gmsnet::Expected& expected,
                                         gmsnet::Continuations continuations) override;
  Time longest_call() const override { return Time(); }
  bool gmsnet_cancel(gmsnet::CallId call) override;
  void complete_sent() override;
  void gmsnet_reply(gmsnet::Request& request, const gmsnet::Message& reply) override;
  void gmsnet_delegate(gmsnet::Request& request, const gmsnet::Message& onward, Node to) override;
  host::Physical gmsnet_take_payload(gmsnet::Request& request) override;
  host::Cpu& cpu() override { return cpu_; }
  host::PagePool& pool() override { return pool_; }
  Node node() const override { return self; }

 private:
  struct Call {
    gmsnet::Expected expected;
    gmsnet::Continuations continuations;
    gmsnet::Reply reply;
    bool done = false;
  };

  host::Frames& frames() { return cpu_.memory().frames; }
  void send(const gmsnet::Message& message, Node to, gmsnet::CallId call);
  void interrupt();
  void end(gmsnet::CallId id, const gmsnet::Reply& reply);
  void run_continuations(gmsnet::CallId id);

  host::Cpu& cpu_;
  host::PagePool& pool_;
  host::InterruptLine& line_;
  host::Daemon daemon_;
  std::map<gmsnet::Operation, gmsnet::Service> services_;
  std::map<gmsnet::CallId, Call> calls_;
  gmsnet::CallId calls_made_ = 0;
  std::deque<std::pair<gmsnet::CallId, gmsnet::Reply>> arrived_;
  std::vector<gmsnet::Message> leaving_;  ///< their payloads are with the NIC
  std::optional<gmsnet::Message> answered_;
  host::Physical received_ = 0;  ///< the payload of the request that is served
};

}  // namespace flybar::gms
