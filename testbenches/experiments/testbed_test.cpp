/// The system that experiments build.
#include "testbenches/experiments/testbed.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace flybar::experiments
