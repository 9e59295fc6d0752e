/// What the network tells nodes ahead of time, against what then comes: random traffic, asked at
/// random instants. Each test prints how much of the real distance the promises covered.
/// That nothing comes within a safe time is checked by every station at every call; here it is
/// measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "testbenches/tests/myrinet/traffic.h"
#include "testbenches/tests/tightness.h"

namespace flybar::myrinet {
namespace {

constexpr std::uint64_t kSeeds = 30;

/// What a node knew at some instant: how much had come, and what the network promised.
struct Asked {
  std::size_t node;
  Time at;
  Time safe;  ///< nothing else comes before, but echoes of what the node sends
  Time tail;  ///< the packet under way does not end before; Time() if none is or its end is known
  std::size_t bytes, flow;
};

class Promises : public testing::TestWithParam<Traffic::Kind> {
 protected:
  void ask(const World& world, Time now) {
    for (std::size_t p = 0; p < world.stations.size(); ++p) {
      const Station& station = world.stations[p];
      const auto& rest = world.network.rest(p);
      asked.push_back({p, now, world.network.safe_time(p), rest ? rest->tail : Time(),
                       station.bytes.size(), station.flow.size()});
    }
  }
  /// Measures every promise against what came behind what was known, and checks those of tails.
  void compare(const World& world) {
    for (const Asked& then : asked) {
      const Station& station = world.stations[then.node];
      const auto byte = station.bytes.begin() + static_cast<std::ptrdiff_t>(then.bytes);
      const Time next_byte = byte == station.bytes.end() ? Time::never() : byte->at;
      const Time next_flow =
          then.flow == station.flow.size() ? Time::never() : station.flow[then.flow].at;
      (then.tail != Time() ? within_packet : between_packets)
          .add(then.at, then.safe, std::min(next_byte, next_flow));
      if (then.tail == Time()) continue;
      const auto tail = std::find_if(byte, station.bytes.end(),
                                     [](const ByteSeen& seen) { return seen.tail || seen.head; });
      if (tail == station.bytes.end() || tail->head) continue;
      EXPECT_GE(tail->at, then.tail) << "tail, asked at " << then.at.ps() << " ps";
      tails.add(then.at, then.tail, tail->at);
    }
    asked.clear();
  }

  std::vector<Asked> asked;
  Tightness between_packets, within_packet, tails;
};

TEST_P(Promises, OfWhatComesToANodeAreKept) {
  std::deque<World> worlds;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Traffic traffic(seed, GetParam());
    World& world = worlds.emplace_back(traffic.topology, traffic.params,
                                       ("seed" + std::to_string(seed)).c_str());
    traffic.load(world);
    world.guarantees = true;
  }
  elaborate();
  Random random(1);
  for (World& world : worlds) {
    for (Time now; now < Traffic::kEnd && !HasFailure();) {
      now += Time::ns(static_cast<std::int64_t>(100 + pick(random, 900)));
      world.run(now);
      ask(world, now);
    }
    compare(world);
  }
  EXPECT_GT(tails.count(), 100);
  std::printf(
      "promised of the real distance: next symbol between packets %.0f %% of %d, within a packet "
      "%.0f %% of %d, tail %.0f %% of %d\n",
      between_packets.percent(), between_packets.count(), within_packet.percent(),
      within_packet.count(), tails.percent(), tails.count());
}

std::string name_of(const testing::TestParamInfo<Traffic::Kind>& info) {
  constexpr const char* kNames[] = {"Sound", "ManyToOne", "Troubled"};
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Traffic, Promises,
                         testing::Values(Traffic::Kind::kSound, Traffic::Kind::kManyToOne,
                                         Traffic::Kind::kTroubled),
                         name_of);

}  // namespace
}  // namespace flybar::myrinet
