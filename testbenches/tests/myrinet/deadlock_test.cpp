/// Packets cannot wait for each other in a circle: the channels of every shape, each with those
/// that packets ask for next while they hold it, form no circle (Dally and Seitz, IEEE TC 36(5)).
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "models/myrinet/shape/folded_clos.h"
#include "models/myrinet/shape/route_byte.h"
#include "models/myrinet/shape/routes.h"

namespace flybar::myrinet {
namespace {

/// One direction of a cable, by the port of the switch that sends into it.
using Channel = std::pair<std::size_t, std::size_t>;

/// Notes what depends on what along routes.
class Dependencies {
 public:
  explicit Dependencies(const Topology& topology) {
    for (const CableLayout& cable : topology.cables) {
      far_.insert({{device(cable.a), cable.a.port}, cable.b});
      far_.insert({{device(cable.b), cable.b.port}, cable.a});
    }
  }

  void walk(std::size_t from, std::size_t to, const std::vector<std::uint8_t>& bytes) {
    Channel held{kNodes + from, 0};
    End at = far_.at(held);
    for (const std::uint8_t byte : bytes) {
      const Channel next{at.device, routed_output(at.port, byte)};
      after_[held].insert(next);
      held = next;
      at = far_.at(next);
      if (at.is_switch()) ++loads_[next];
    }
    EXPECT_EQ(at, End::node(to)) << "from " << from;
  }

  /// As long as some channel depends on none that is left, it is taken away.
  bool have_a_circle() {
    for (bool shrunk = true; shrunk;) {
      shrunk = false;
      for (auto& [channel, next] : after_) {
        std::erase_if(next, [&](const Channel& one) { return !after_.contains(one); });
      }
      shrunk = std::erase_if(after_, [](const auto& one) { return one.second.empty(); }) > 0;
    }
    return !after_.empty();
  }

  /// Routes on each channel between switches.
  const std::map<Channel, int>& loads() const { return loads_; }

 private:
  static constexpr std::size_t kNodes = 1'000'000;
  static std::size_t device(const End& end) {
    return end.is_switch() ? end.device : kNodes + end.device;
  }

  std::map<Channel, End> far_;
  std::map<Channel, std::set<Channel>> after_;
  std::map<Channel, int> loads_;
};

Dependencies of_all_routes(const Topology& topology) {
  Dependencies all(topology);
  const Routes routes(topology);
  for (std::size_t from = 0; from < topology.nodes; ++from)
    for (std::size_t to = 0; to < topology.nodes; ++to)
      if (from != to) all.walk(from, to, routes.route(from, to));
  return all;
}

TEST(Deadlock, AFoldedClosNetworkOfAnySizeHasNoCircleOfWaitingPackets) {
  for (const Bisection bisection : {Bisection::kFull, Bisection::kHalf})
    for (const std::size_t nodes : {9u, 16u, 30u, 32u, 33u, 64u, 100u, 128u, 200u})
      EXPECT_FALSE(of_all_routes(folded_clos(nodes, 8, bisection)).have_a_circle()) << nodes;
}

TEST(Deadlock, NoOtherShapeHasACircleOfWaitingPackets) {
  for (const Topology& topology : {one_switch(8, 8), switch_chain(20, 8), switch_tree(64, 8),
                                   switch_clos(64, 16, 8), switch_mesh(36, 8, 3, 3)})
    EXPECT_FALSE(of_all_routes(topology).have_a_circle());
}

/// Node n is at port 0 of switch n, port 1 leads to the switch behind it, port 2 to that before.
TEST(Deadlock, RoutesThatAllGoRoundARingAreACircle) {
  Topology ring;
  ring.nodes = 3;
  ring.switch_ports = {3, 3, 3};
  for (std::size_t n = 0; n < 3; ++n) {
    ring.cables.push_back({End::node(n), End::of_switch(n, 0), {}});
    ring.cables.push_back({End::of_switch(n, 1), End::of_switch((n + 1) % 3, 2), {}});
  }
  Dependencies all(ring);
  for (std::size_t n = 0; n < 3; ++n)
    all.walk(n, (n + 2) % 3, {route_byte(0, 1), route_byte(2, 1), route_byte(2, 0)});
  EXPECT_TRUE(all.have_a_circle());
}

TEST(FoldedClos, EveryCableToTheTopIsOnAsManyRoutesAsAnyOther) {
  const Dependencies all = of_all_routes(folded_clos(64, 8, Bisection::kFull));
  std::map<Channel, int> to_top;
  for (const auto& [channel, count] : all.loads())
    if (channel.first >= 16 && channel.first < 32 && channel.second >= 4) to_top[channel] = count;
  ASSERT_EQ(to_top.size(), 64u);
  for (const auto& [channel, count] : to_top) EXPECT_EQ(count, 48 * 64 / 64);
}

TEST(FoldedClos, EveryCableFromTheTopIsOnAsManyRoutesAsAnyOther) {
  const Dependencies all = of_all_routes(folded_clos(64, 8, Bisection::kFull));
  std::map<Channel, int> from_top;
  for (const auto& [channel, count] : all.loads())
    if (channel.first >= 32) from_top[channel] = count;
  ASSERT_EQ(from_top.size(), 64u);
  for (const auto& [channel, count] : from_top) EXPECT_EQ(count, 48 * 64 / 64);
}

}  // namespace
}  // namespace flybar::myrinet
