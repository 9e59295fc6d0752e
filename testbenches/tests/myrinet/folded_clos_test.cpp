#include "models/myrinet/shape/folded_clos.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/myrinet/shape/routes.h"

namespace flybar::myrinet {
namespace {

std::size_t longest_way(const Topology& topology) {
  const Routes routes(topology);
  std::size_t longest = 0;
  for (std::size_t from = 0; from < topology.nodes; ++from)
    for (std::size_t to = 0; to < topology.nodes; ++to)
      if (from != to) longest = std::max(longest, routes.route(from, to).size());
  return longest;
}

TEST(FoldedClos, OfSixtyFourNodesHasFortySwitchesAndAtMostFiveOnAWay) {
  const Topology topology = folded_clos(64, 8, Bisection::kFull);

  EXPECT_TRUE(check(topology).empty());
  EXPECT_EQ(topology.switch_ports.size(), 16u + 16u + 8u);
  EXPECT_EQ(topology.cables.size(), 64u + 64u + 64u);
  EXPECT_EQ(longest_way(topology), 5u);
}

TEST(FoldedClos, WithHalfBisectionHasHalfTheCablesToTheTop) {
  const Topology topology = folded_clos(64, 8, Bisection::kHalf);

  EXPECT_TRUE(check(topology).empty());
  EXPECT_EQ(topology.cables.size(), 64u + 64u + 32u);
}

TEST(FoldedClos, OfAnyNumberOfNodesHasNoFault) {
  for (const std::size_t nodes : {2u, 8u, 9u, 16u, 17u, 33u, 100u, 128u})
    EXPECT_TRUE(check(folded_clos(nodes, 8, Bisection::kFull)).empty()) << nodes;
  EXPECT_TRUE(check(folded_clos(200, 16, Bisection::kHalf)).empty());
}

TEST(FoldedClos, HasAsFewLevelsAsTheNodesNeed) {
  EXPECT_EQ(longest_way(folded_clos(32, 8, Bisection::kFull)), 3u);
  EXPECT_EQ(longest_way(folded_clos(33, 8, Bisection::kFull)), 5u);
  EXPECT_EQ(longest_way(folded_clos(128, 8, Bisection::kFull)), 5u);
  EXPECT_EQ(longest_way(folded_clos(200, 8, Bisection::kFull)), 7u);
}

TEST(FoldedClos, OfTooManyNodesIsRefused) {
  EXPECT_NO_THROW(folded_clos(512, 8, Bisection::kFull));
  EXPECT_THROW(folded_clos(513, 8, Bisection::kFull), ConfigurationError);
}

}  // namespace
}  // namespace flybar::myrinet
