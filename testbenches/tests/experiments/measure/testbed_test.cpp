/// The system that experiments build.
#include "models/common/delivery_error.h"
#include "models/lanai/params.h"
#include "models/myrinet/network_params.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

#include <gtest/gtest.h>

#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/tests/trapeze/page_fetch.h"

namespace flybar::experiments {
namespace {

/// How many switches a packet passes from the first of `nodes` to the last.
std::size_t switches_passed(std::size_t nodes, std::int64_t ports) {
  cluster::SystemParams system = systems::defaults("trapeze");
  system.shared.get<myrinet::NetworkParams>().switches.ports = ports;
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {.nodes = nodes});
  return testbed.hardware().network().route(0, nodes - 1).size();
}

TEST(Testbed, NodesThatFitOnOneSwitchAreOnOne) {
  EXPECT_EQ(switches_passed(9, 9), 1u);
}

TEST(Testbed, NodesThatDoNotFitOnOneSwitchAreOnATree) {
  EXPECT_EQ(switches_passed(5, 4), 3u);
}

/// Runs software that ends so, on a network with faults.
template <class Error>
void run_into(const char* what) {
  cluster::SystemParams system = systems::defaults("trapeze");
  system.shared.get<myrinet::NetworkParams>().faults.lost_tails = 0.1;
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  testbed.run_on(0, [&](cluster::Node&) { throw Error("node 0", what, "else", "look"); });
  testbed.run();
}

TEST(Testbed, WhatDoesNotArriveIsTheFaultOfANetworkWithFaults) {
  EXPECT_THROW(run_into<DeliveryError>("waits in vain"), StoppedByFaults);
}

TEST(Testbed, WhatAHostDoesWrongIsNot) {
  EXPECT_THROW(
      {
        try {
          run_into<SimulationError>("reads a reserved frame");
        } catch (const StoppedByFaults&) {
        }
      },
      SimulationError);
}

TEST(Testbed, HostSoftwareInCFetchesAPageFromAnotherNode) {
  cluster::SystemParams system = systems::defaults("trapeze");
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  TrapezeStack stack(testbed, {});
  page_server server{};
  bool fetched = false;
  stack.run_on(1, [&](TrapezeStack::Host& host) {
    server = {host.nic, host.memory.frames.allocate(), 8192, 0, 0};
    fill(host.memory, server.page, Bytes(8192), 1);
    page_server_start(&server);
    while (!fetched) tpz_wait_rcvmsg(host.nic, Time::us(10).ps());
    EXPECT_EQ(server.left, 0u);
    tpz_check_xmit_complete(host.nic);
    EXPECT_EQ(server.left, 1u);
  });
  stack.run_on(0, [&](TrapezeStack::Host& host) {
    const host::Physical frame = host.memory.frames.allocate();
    EXPECT_EQ(page_fetch(host.nic, 1, frame, Time::ms(10).ps()), PAGE_HERE);
    compare(host.memory, frame, Bytes(8192), 1, "the client");
    fetched = true;
  });
  testbed.run();
}

/// Two nodes that send each other a message, the second one with another SRAM.
void exchange(Bytes servers_sram) {
  cluster::SystemParams system = systems::defaults("trapeze");
  system.node(1).get<lanai::ChipParams>().sram = servers_sram;
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  TrapezeStack stack(testbed, {});
  for (std::size_t n = 0; n < 2; ++n)
    stack.run_on(n, [](TrapezeStack::Host& host) {
      tpz_sendmsg* message = tpz_get_sendmsg(host.nic);
      tpz_set_destination(message, static_cast<trapeze::Node>(1 - host.node));
      tpz_release_sendmsg(message);
      tpz_rcvmsg* answer = tpz_wait_rcvmsg(host.nic, Time::ms(10).ps());
      ASSERT_NE(answer, nullptr);
      tpz_release_rcvmsg(answer);
    });
  testbed.run();
}

TEST(Testbed, BoardsMayHaveLessMemoryThanTheClients) {
  exchange(Bytes(128 * 1024));
}

TEST(Testbed, BoardsMayHaveMoreMemoryThanTheClients) {
  exchange(Bytes(512 * 1024));
}

}  // namespace
}  // namespace flybar::experiments
