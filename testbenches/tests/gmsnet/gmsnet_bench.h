/// A small system with gmsnet on every node: node 0 calls, the others serve.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "models/gmsnet/carriers/trapeze/trapeze_carrier.h"
#include "models/host/waiting/lock.h"
#include "models/myrinet/plan.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/tests/gmsnet/datagram_kernels.h"
#include "testbenches/tests/gmsnet/round_platform.h"

namespace flybar::gmsnet {

using namespace literals;
using host::Cpu;
using host::Physical;

constexpr Operation kEcho = 1, kPage = 2, kForward = 3, kSlow = 4;

/// What carries the messages. Datagrams go over the same cards.
enum class Over : std::uint8_t { kTrapeze, kDatagrams };

class GmsnetBench : public testing::Test {
 protected:
  explicit GmsnetBench(Over over = Over::kTrapeze) : over_(over) {}

  /// Before anything else of a test: a parameter of the system.
  void set(const std::string& key, const std::string& value) {
    settings_.push_back({"test", key, value});
  }

  /// Before anything else, too: a node makes three calls at once, one of which blocks.
  void few_records() {
    set("gmsnet.call_records", "3");
    set("gmsnet.nonblocking_calls", "2");
    set("gms.outstanding", "1");
    set("gms.puts", "1");
  }

  /// Runs `client` on node 0 of `nodes`, to the end.
  void run(std::function<void(Gmsnet&)> client, std::size_t nodes = 2) {
    system_ = systems::load(round_platform(), settings_);
    experiments::Context context{.system = system_->params, .observer = observer_};
    experiments::Testbed testbed(
        context,
        {.plans = {myrinet::planned(myrinet::one_switch(nodes, 8))}, .patience = patience_});
    experiments::TrapezeStack stack(testbed, {.notify = trapeze::Notify::kInterrupt});
    Kernels kernels;
    const std::vector<Gmsnet*> nets = kernels_on(stack, nodes, kernels);
    for (std::size_t n = 1; n < nodes; ++n) {
      serve(*nets[n]);
      stack.run_on(n, [](experiments::TrapezeStack::Host&) {});
    }
    server = nets[1];
    stack.run_on(0, [&](experiments::TrapezeStack::Host&) { client(*nets[0]); });
    testbed.run();
  }

  static Message request(Gmsnet& net, Operation operation, std::uint32_t argument = 0) {
    Message message = net.gmsnet_makebuf(operation);
    message.arguments.push(argument);
    return message;
  }
  static Physical frame(Gmsnet& net) { return net.cpu().memory().frames.allocate(); }
  static Expected page_in(Physical frame, Delivery delivery = Delivery::kSolicited) {
    return {delivery, frame, 8_KB};
  }
  /// The first byte of a page is what the caller asked for.
  static std::uint8_t first_byte(Gmsnet& net, Physical at) {
    return net.cpu().memory().view(at)[0];
  }
  static host::FrameState state(Gmsnet& net, Physical at) {
    return net.cpu().memory().frames.state(at);
  }

  Time patience_ = 500_ms;  ///< so long all processes may wait

  // While the system runs:
  Gmsnet* server = nullptr;  ///< of node 1
  // Of Over::kTrapeze:
  TrapezeCarrier* server_carrier = nullptr;
  tpz_nic* nic = nullptr;  ///< of node 0
  // Of Over::kDatagrams:
  DatagramKernels* datagrams = nullptr;

 private:
  /// One of them.
  struct Kernels {
    std::optional<experiments::FramePools> pools;  ///< of Trapeze
    std::optional<experiments::Kernels> trapeze;
    std::optional<DatagramKernels> datagrams;
  };
  std::vector<Gmsnet*> kernels_on(experiments::TrapezeStack& stack, std::size_t nodes,
                                  Kernels& kernels) {
    std::vector<Gmsnet*> nets;
    if (over_ == Over::kDatagrams) {
      datagrams = &kernels.datagrams.emplace(stack);
      for (std::size_t n = 0; n < nodes; ++n) nets.push_back(&datagrams->gmsnet(n));
      return nets;
    }
    experiments::Kernels& own =
        kernels.trapeze.emplace(stack, kernels.pools.emplace(stack.testbed()));
    for (std::size_t n = 0; n < nodes; ++n) nets.push_back(&own.gmsnet(n));
    server_carrier = &static_cast<TrapezeCarrier&>(own.carrier(1));
    nic = static_cast<TrapezeCarrier&>(own.carrier(0)).nic();
    return nets;
  }

  void serve(Gmsnet& net) {
    net.register_service(
        kEcho, [&net](Request& r) { net.gmsnet_reply(r, request(net, kEcho, r.arguments.pop())); });
    net.register_service(kPage, [&net](Request& r) {
      Message reply = net.gmsnet_makebuf(kPage);
      reply.payload = frame(net);
      reply.payload_length = 8_KB;
      net.cpu().memory().edit(reply.payload)[0] = static_cast<std::uint8_t>(r.arguments.pop());
      net.gmsnet_reply(r, reply);
    });
    net.register_service(kForward, [&net](Request& r) {
      net.gmsnet_delegate(r, request(net, kPage, r.arguments.pop()), 2);
    });
    net.register_service(kSlow, [&net](Request& r) {
      net.cpu().sleep(2_ms);
      Message reply = net.gmsnet_makebuf(kSlow);
      reply.payload = frame(net);
      reply.payload_length = 8_KB;
      net.gmsnet_reply(r, reply);
    });
  }

  const Over over_;
  std::vector<cluster::Setting> settings_;
  std::unique_ptr<cluster::System> system_;
  Observer observer_;
};

/// A test of what is the same over all carriers.
class AnyCarrier : public GmsnetBench, public testing::WithParamInterface<Over> {
 protected:
  AnyCarrier() : GmsnetBench(GetParam()) {}
};

inline std::string name_of(const testing::TestParamInfo<Over>& over) {
  return over.param == Over::kTrapeze ? "Trapeze" : "Datagrams";
}
inline void PrintTo(Over over, std::ostream* out) {
  *out << (over == Over::kTrapeze ? "Trapeze" : "datagrams");
}

}  // namespace flybar::gmsnet
