/// Networks with several ways between two nodes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/myrinet/shape/route_byte.h"
#include "models/myrinet/shape/routes.h"
#include "models/myrinet/shape/topology.h"

namespace flybar::myrinet {
namespace {

/// The first output that a packet takes, at the switch of the node that sends it: node n is at port
/// n of `each` on its switch.
std::size_t first_output(const Routes& routes, std::size_t from, std::size_t to, std::size_t each) {
  return routed_output(from % each, routes.route(from, to).front());
}

TEST(Clos, OfSixtyFourNodesHasNoFault) {
  const Topology topology = switch_clos(64, 16, 8);
  EXPECT_EQ(topology.switch_ports.size(), 16u);
  EXPECT_EQ(topology.cables.size(), 64u + 64u);
  EXPECT_TRUE(check(topology).empty());
}

TEST(Clos, HasThreeSwitchesBetweenNodesOfDifferentSwitchesAndOneElse) {
  const Routes routes(switch_clos(64, 16, 8));
  EXPECT_EQ(routes.route(0, 7).size(), 1u);
  EXPECT_EQ(routes.route(0, 8).size(), 3u);
  EXPECT_EQ(routes.route(63, 0).size(), 3u);
}

TEST(Clos, RoutesFromOneNodeToTheNodesOfAnotherSwitchTakeAllWaysUp) {
  const Routes routes(switch_clos(64, 16, 8));
  std::map<std::size_t, int> used;
  for (std::size_t to = 8; to < 16; ++to) ++used[first_output(routes, 0, to, 8)];
  EXPECT_EQ(used.size(), 8u);
}

TEST(Clos, EveryCableBetweenSwitchesIsOnAsManyRoutesAsAnyOther) {
  const Topology topology = switch_clos(64, 16, 8);
  const Routes routes(topology);
  std::map<std::pair<std::size_t, std::size_t>, int> used;
  for (std::size_t from = 0; from < 64; ++from)
    for (std::size_t to = 0; to < 64; ++to)
      if (from / 8 != to / 8) ++used[{from / 8, first_output(routes, from, to, 8)}];
  ASSERT_EQ(used.size(), 64u);
  for (const auto& [cable, count] : used) EXPECT_EQ(count, 8 * 7);
}

TEST(Clos, OfAsManyNodesAsFitIsBuiltAndOfOneMoreRefused) {
  EXPECT_TRUE(check(switch_clos(8 * 4, 8, 4)).empty());
  EXPECT_THROW(switch_clos(8 * 4 + 1, 8, 4), ConfigurationError);
}

TEST(Clos, NeedsAPortForNodesAndOneUp) {
  EXPECT_THROW(switch_clos(4, 8, 0), ConfigurationError);
  EXPECT_THROW(switch_clos(4, 8, 8), ConfigurationError);
  EXPECT_TRUE(check(switch_clos(4, 8, 7)).empty());
}

TEST(Mesh, ConnectsEveryNodeWithEveryOther) {
  for (const auto& [rows, columns] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {1, 4}, {3, 1}, {3, 4}}) {
    const Topology topology = switch_mesh(12, 16, rows, columns);
    ASSERT_TRUE(check(topology).empty()) << rows << " x " << columns;
    const Routes routes(topology);
    for (std::size_t from = 0; from < 12; ++from)
      for (std::size_t to = 0; to < 12; ++to) EXPECT_LE(routes.route(from, to).size(), 8u);
  }
}

TEST(Mesh, NeedsPortsForNodesAndFourNeighbours) {
  EXPECT_TRUE(check(switch_mesh(18, 6, 3, 3)).empty());
  EXPECT_THROW(switch_mesh(18, 5, 3, 3), ConfigurationError);
}

TEST(Topology, ACableThatLeadsBackToItsDeviceIsRefused) {
  Topology topology = one_switch(2, 8);
  topology.cables.push_back({End::of_switch(0, 4), End::of_switch(0, 5), {}});
  const std::vector<Fault> faults = check(topology);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].where, cable_place(2));
}

}  // namespace
}  // namespace flybar::myrinet
