// Byte by byte, from what the stations saw: what one switch had to do, against what it did.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/myrinet/shape/route_byte.h"
#include "testbenches/tests/myrinet/traffic.h"

namespace flybar::myrinet {
namespace {

/// When the bytes of one input came and left, in the order in which they did.
struct Passage {
  std::vector<Time> arrived;  ///< fully
  std::vector<Time> left;
};

/// Notes when packets took the outputs, by output.
struct Outputs : Observer {
  TrackId declare(const Track&) override {
    taken.emplace_back();
    return static_cast<TrackId>(taken.size() - 1);
  }
  void on(const Activity& activity) override { taken[activity.track].push_back(activity.begin); }
  std::vector<std::vector<Time>> taken;
};

struct Arrival {
  Time output_taken;
  std::vector<ByteSeen> bytes;
};

std::vector<std::vector<ByteSeen>> split(const std::vector<ByteSeen>& bytes) {
  std::vector<std::vector<ByteSeen>> packets(1);
  for (const ByteSeen& byte : bytes) {
    packets.back().push_back(byte);
    if (byte.tail) packets.emplace_back();
  }
  packets.pop_back();
  return packets;
}

/// The packets that each node received from `sender`, which their first byte names.
std::vector<std::vector<Arrival>> received_from(const World& world, const Outputs& outputs,
                                                std::size_t sender) {
  std::vector<std::vector<Arrival>> received(world.stations.size());
  for (std::size_t to = 0; to < world.stations.size(); ++to) {
    const auto packets = split(world.stations[to].bytes);
    for (std::size_t i = 0; i < packets.size(); ++i)
      if (packets[i][0].value == sender)
        received[to].push_back({outputs.taken.at(to).at(i), packets[i]});
  }
  return received;
}

Passage passage(const World& world, const Outputs& outputs, std::size_t input, Time byte_time,
                Time cable) {
  Passage passage;
  const auto received = received_from(world, outputs, input);
  std::vector<std::size_t> next(world.stations.size());
  for (const auto& packet : split(world.stations[input].sent)) {
    for (const ByteSeen& byte : packet) passage.arrived.push_back(byte.at + cable + byte_time);
    const std::size_t to = routed_output(input, packet[0].value);
    const Arrival& out = received.at(to).at(next.at(to)++);
    passage.left.push_back(out.output_taken);
    for (const ByteSeen& byte : out.bytes) passage.left.push_back(byte.at - cable);
  }
  return passage;
}

/// Counts up and down, instant by instant.
std::vector<FlowSeen> expected_flow(const Passage& passage, const SwitchParams& params,
                                    Time cable) {
  std::map<Time, int> changes;
  for (const Time t : passage.arrived) ++changes[t];
  for (const Time t : passage.left) --changes[t];
  std::vector<FlowSeen> flow;
  std::int64_t fill = 0;
  bool stopped = false;
  for (const auto& [at, change] : changes) {
    fill += change;
    if (stopped ? fill >= params.go_mark.count : fill < params.stop_mark.count) continue;
    stopped = !stopped;
    flow.push_back({at + cable, stopped});
  }
  return flow;
}

/// Sound traffic on one switch, for a number of seeds.
class ReferenceTest : public testing::Test {
 protected:
  void SetUp() override {
    for (std::uint64_t seed = 1; worlds.size() < 30; ++seed) {
      Traffic traffic(seed, Traffic::Kind::kSound);
      if (traffic.topology.switch_ports.size() != 1) continue;
      params.push_back(traffic.params);
      traffic.load(worlds.emplace_back(traffic.topology, traffic.params,
                                       ("seed" + std::to_string(seed)).c_str(),
                                       &outputs.emplace_back()));
    }
    elaborate();
    for (World& world : worlds) world.run(Traffic::kEnd);
  }
  /// What passed input `p` of world `w`.
  Passage pass(std::size_t w, std::size_t p) const {
    return passage(worlds[w], outputs[w], p, params[w].byte_time(), params[w].cable_delay());
  }
  std::deque<Outputs> outputs;
  std::deque<World> worlds;
  std::vector<NetworkParams> params;
};

TEST_F(ReferenceTest, StopAndGoAreThoseOfCountingEveryByte) {
  std::size_t symbols = 0;
  for (std::size_t w = 0; w < worlds.size(); ++w)
    for (std::size_t p = 0; p < worlds[w].stations.size(); ++p) {
      const auto expected = expected_flow(pass(w, p), params[w].switches, params[w].cable_delay());
      EXPECT_TRUE(worlds[w].stations[p].flow == expected) << "world " << w << ", node " << p;
      symbols += expected.size();
    }
  EXPECT_GT(symbols, 100u);
}

TEST_F(ReferenceTest, NoByteLeavesBeforeItsFallThroughOrTwoInOneByteTime) {
  for (std::size_t w = 0; w < worlds.size(); ++w)
    for (std::size_t p = 0; p < worlds[w].stations.size(); ++p) {
      const Passage passed = pass(w, p);
      const Time latency = params[w].switches.fall_through - 2 * params[w].byte_time();
      for (std::size_t i = 0; i < passed.left.size(); ++i) {
        ASSERT_GE(passed.left[i], passed.arrived[i] + latency);
        const Time before = passed.left[i - std::min<std::size_t>(i, 1)];
        ASSERT_TRUE(i == 0 || passed.left[i] >= before + params[w].byte_time());
      }
    }
}

TEST_F(ReferenceTest, BufferNeverOverflows) {
  for (World& world : worlds)
    for (std::size_t p = 0; p < world.stations.size(); ++p)
      EXPECT_EQ(world.network.switches()[0].counters(p).spoilt_bytes, 0u);
}

}  // namespace
}  // namespace flybar::myrinet
