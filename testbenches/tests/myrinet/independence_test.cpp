// What happens on a network does not depend on how it is asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "models/common/quantity.h"
#include "testbenches/tests/myrinet/traffic.h"

namespace flybar::myrinet {
namespace {

std::uint64_t first_seed() {
  const char* seed = std::getenv("FLYBAR_SEED");
  return seed ? std::strtoull(seed, nullptr, 10) : 1;
}
/// One if FLYBAR_SEED names it.
std::uint64_t seeds() {
  return std::getenv("FLYBAR_SEED") ? 1 : 60;
}

/// The time of the first difference; never() if there is none.
template <class Seen>
Time first_difference(const std::vector<Seen>& a, const std::vector<Seen>& b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i)
    if (a[i] != b[i]) return std::min(a[i].at, b[i].at);
  if (a.size() == b.size()) return Time::never();
  return a.size() > common ? a[common].at : b[common].at;
}

void expect_equal(const World& a, const World& b, const char* how) {
  const auto compare = [&](const auto& x, const auto& y, const char* what, std::size_t node) {
    EXPECT_EQ(quantity::print(first_difference(x, y)), quantity::print(Time::never()))
        << "first difference " << how << ", " << what << " node " << node;
  };
  for (std::size_t p = 0; p < a.stations.size(); ++p) {
    compare(a.stations[p].sent, b.stations[p].sent, "sent by", p);
    compare(a.stations[p].bytes, b.stations[p].bytes, "received by", p);
    compare(a.stations[p].flow, b.stations[p].flow, "STOP and GO at", p);
  }
}

/// Runs one traffic on one network seven times: in steps as long as possible and runs as long
/// as possible; with guarantees; in random short steps and runs; byte by byte; with promises in
/// such steps and runs; with stations that are suspended; and with clocks as long as the network
/// allows.
class Variants {
 public:
  Variants(std::uint64_t seed, Traffic::Kind kind) : traffic(seed, kind), random_(seed) {
    const std::string name = "seed" + std::to_string(seed);
    for (const char* variant :
         {"plain", "guarantees", "chopped", "bytewise", "mixed", "suspending", "clocked"})
      traffic.load(worlds.emplace_back(traffic.topology, traffic.params, (name + variant).c_str()));
    worlds[1].guarantees = worlds[4].guarantees = worlds[5].guarantees = true;
    worlds[6].guarantees = worlds[5].suspending = true;
    worlds[6].clock = worlds[6].longest_clock();
    for (const std::size_t w : {2, 4}) {
      worlds[w].longest_step = [this] {
        return Time::ps(1 + static_cast<std::int64_t>(random_() % 200'000));
      };
      for (Station& station : worlds[w].stations)
        station.longest = [this] { return random_() % 40; };
    }
    for (Station& station : worlds[3].stations) station.longest = [] { return std::size_t{1}; };
  }

  Traffic traffic;
  std::deque<World> worlds;

 private:
  Random random_;
};

class IndependenceTest : public testing::Test {
 protected:
  /// Runs all variants of as many seeds as a test has.
  void run(Traffic::Kind kind) {
    std::deque<Variants> all;
    for (std::uint64_t i = 0; i < seeds(); ++i) all.emplace_back(first_seed() + i, kind);
    elaborate();
    for (std::size_t i = 0; i < all.size() && !HasFailure(); ++i) {
      SCOPED_TRACE("FLYBAR_SEED=" + std::to_string(first_seed() + i));
      for (World& world : all[i].worlds) world.run(Traffic::kEnd);
      if (kind != Traffic::Kind::kTroubled) expect_delivered(all[i]);
      expect_all_equal(all[i].worlds);
    }
  }

  static void expect_delivered(const Variants& variants) {
    for (const World& world : variants.worlds)
      EXPECT_EQ(world.network.quiet(), !world.network.switches().empty());
    variants.traffic.expect_complete(variants.worlds[0]);
  }
  static void expect_all_equal(const std::deque<World>& worlds) {
    expect_equal(worlds[0], worlds[1], "with guarantees");
    expect_equal(worlds[0], worlds[2], "in short steps and runs");
    expect_equal(worlds[0], worlds[3], "byte by byte");
    expect_equal(worlds[0], worlds[4], "with guarantees in short steps and runs");
    expect_equal(worlds[0], worlds[5], "with stations that are suspended");
    expect_equal(worlds[0], worlds[6], "in whole clocks");
  }
};

TEST_F(IndependenceTest, SoundTrafficArrivesIntactAndAtTheSameTimesHoweverItIsRun) {
  run(Traffic::Kind::kSound);
}

TEST_F(IndependenceTest, ManySendersOfOneReceiverRunOnHoweverOftenItHoldsThemUp) {
  run(Traffic::Kind::kManyToOne);
}

TEST_F(IndependenceTest, FaultsAndTimeoutsDoNotDependOnHowItIsRun) {
  run(Traffic::Kind::kTroubled);
}

}  // namespace
}  // namespace flybar::myrinet
