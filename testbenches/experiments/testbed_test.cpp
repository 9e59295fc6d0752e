/// The system that experiments build.
#include "testbenches/experiments/testbed.h"

#include <gtest/gtest.h>

#include "testbenches/experiments/payload.h"
#include "testbenches/trapeze/page_fetch.h"

namespace flybar::experiments {
namespace {

/// How many switches a packet passes from the first of `nodes` to the last.
std::size_t switches_passed(std::size_t nodes, std::int64_t ports) {
  cluster::SystemParams system;
  system.network.switches.ports = ports;
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

TEST(Testbed, HostSoftwareInCFetchesAPageFromAnotherNode) {
  cluster::SystemParams system;
  Observer observer;
  Testbed testbed({.system = system, .observer = observer}, {});
  page_server server{};
  bool fetched = false;
  testbed.run_on(1, [&](Testbed::Host& host) {
    server = {host.nic, host.memory.frames.allocate(), 8192, 0, 0};
    fill(host.memory, server.page, Bytes(8192), 1);
    page_server_start(&server);
    while (!fetched) tpz_wait_rcvmsg(host.nic, Time::us(10).ps());
    EXPECT_EQ(server.left, 0u);
    tpz_check_xmit_complete(host.nic);
    EXPECT_EQ(server.left, 1u);
  });
  testbed.run_on(0, [&](Testbed::Host& host) {
    const host::Physical frame = host.memory.frames.allocate();
    EXPECT_EQ(page_fetch(host.nic, 1, frame, Time::ms(10).ps()), PAGE_HERE);
    compare(host.memory, frame, Bytes(8192), 1, "the client");
    fetched = true;
  });
  testbed.run();
}

}  // namespace
}  // namespace flybar::experiments
