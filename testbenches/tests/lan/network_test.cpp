/// Order and times of frames on switches and cables, at the edge.
#include "models/lan/network.h"

#include <gtest/gtest.h>

#include "models/common/parameters.h"

namespace flybar::lan {
namespace {

/// Writes down what it hears.
struct Listener : Station {
  struct Heard {
    std::uint8_t from;
    Time begin;
    friend bool operator==(const Heard&, const Heard&) = default;
  };
  void arrives(Frame frame, Time begin) override {
    heard.push_back({frame.bytes.empty() ? std::uint8_t{0} : frame.bytes[11], begin});
    whole = whole && ethernet::is_sound(frame.bytes);
  }
  void leaves(Time begin) override { left.push_back(begin); }
  std::vector<Heard> heard;
  std::vector<Time> left;
  bool whole = true;
};

class NetworkTest : public testing::Test {
 protected:
  void build(LanParams params, std::size_t ports = 3) {
    network_.emplace("network", ports, params, nobody());
    listeners_.resize(ports);
    for (std::size_t p = 0; p < ports; ++p) network_->attach(p, listeners_[p]);
  }
  /// Of 64 bytes.
  static Frame frame(std::size_t from, std::size_t to) {
    Frame frame;
    const auto add = [&](const ethernet::Address& address) {
      frame.bytes.insert(frame.bytes.end(), address.begin(), address.end());
    };
    add(ethernet::address_of(to));
    add(ethernet::address_of(from));
    ethernet::close(frame.bytes);
    return frame;
  }
  /// Begins at `at`, ends 5.76 us later.
  void send(std::size_t from, std::size_t to, Time at) {
    network_->begins(from, at);
    network_->ends(from, frame(from, to), at, at + kShort);
  }
  void all_at(Time known) { network_->advance(std::vector<Time>(network_->ports(), known)); }

  static constexpr Time kShort = Time::ns(5760), kGap = Time::ns(960);
  std::optional<Network> network_;
  std::vector<Listener> listeners_;
};

using Heard = std::vector<Listener::Heard>;

TEST_F(NetworkTest, SwitchSendsAFrameOnWhenItHasAllOfItAndItsLatencyIsOver) {
  build({});
  send(0, 1, Time::us(10));
  all_at(Time::us(20));
  EXPECT_EQ(listeners_[1].heard, (Heard{{0, Time::us(14) + kShort}}));
  EXPECT_TRUE(listeners_[2].heard.empty());
}

TEST_F(NetworkTest, SwitchWaitsForPortsThatMayHandOverEarlier) {
  build({});
  send(0, 1, Time::us(10));
  // Port 2 may begin a frame at 10 us, which would end at the same instant and take its turn.
  network_->advance(std::vector{Time::us(20), Time::us(20), Time::us(10)});
  EXPECT_TRUE(listeners_[1].heard.empty());
  network_->advance(std::vector{Time::us(20), Time::us(20), Time::us(10) + Time::ps(1)});
  EXPECT_EQ(listeners_[1].heard.size(), 1U);
}

TEST_F(NetworkTest, FramesForOnePortFollowEachOtherWithAGap) {
  build({});
  send(0, 1, Time::us(10));
  send(2, 1, Time::us(10) + Time::ps(1));
  all_at(Time::us(30));
  const Time first = Time::us(14) + kShort;
  EXPECT_EQ(listeners_[1].heard, (Heard{{0, first}, {2, first + kShort + kGap}}));
}

TEST_F(NetworkTest, OfEqualInstantsTheNextPortAfterTheLastGoesFirst) {
  build({});
  send(0, 1, Time::us(10));
  all_at(Time::us(20));
  send(0, 1, Time::us(40));
  send(2, 1, Time::us(40));
  all_at(Time::us(60));
  ASSERT_EQ(listeners_[1].heard.size(), 3U);
  EXPECT_EQ(listeners_[1].heard[1].from, 2);
  EXPECT_EQ(listeners_[1].heard[2].from, 0);
}

TEST_F(NetworkTest, QuietSwitchIsSafeForAFrameItsLatencyAndAFrame) {
  build({});
  all_at(Time::us(100));
  EXPECT_TRUE(network_->quiet());
  EXPECT_EQ(network_->safe_time(0), Time::us(104) + 2 * kShort);
  network_->begins(0, Time::us(100));
  EXPECT_FALSE(network_->quiet());
  all_at(Time::us(103));
  EXPECT_FALSE(network_->quiet()) << "a frame is in the middle";
  EXPECT_EQ(network_->safe_time(1), Time::us(104) + 2 * kShort);
}

TEST_F(NetworkTest, CardMaySayNothingForAllButAMicrosecondOfThat) {
  build({});
  all_at(Time::us(100));
  EXPECT_EQ(network_->silent_until(1) + network_->from_others(1), network_->safe_time(0));
  EXPECT_EQ(network_->from_others(1), Time::us(1));
}

TEST_F(NetworkTest, EchoComesBackOverBothWays) {
  build({});
  all_at(Time());
  Time echo;
  network_->on_echo = [&](std::size_t port, Time at) {
    EXPECT_EQ(port, 0U);
    echo = at;
  };
  network_->begins(0, Time::us(10));
  EXPECT_EQ(echo, Time::us(10) + 2 * (2 * kShort + Time::us(4)));
}

TEST_F(NetworkTest, CableServesOneFrameAtATimeInTheOrderOfAsking) {
  build({.shape = Shape::kCable});
  network_->queues(2, frame(2, 0), Time::us(11));
  network_->queues(1, frame(1, 0), Time::us(10));
  all_at(Time::us(12));
  EXPECT_EQ(listeners_[1].left, std::vector{Time::us(10)});
  EXPECT_EQ(listeners_[2].left, std::vector{Time::us(10) + kShort + kGap});
  EXPECT_EQ(listeners_[0].heard.size(), 2U);
}

TEST_F(NetworkTest, CableTakesTurnsWhenAllAskAtOnce) {
  build({.shape = Shape::kCable});
  std::string order;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t p = 0; p < 3; ++p) network_->queues(p, frame(p, (p + 1) % 3), Time::us(10));
    all_at(Time::us(11));
  }
  // Port 1 goes after port 0, which the first one is taken to follow.
  EXPECT_EQ(listeners_[1].left[0], Time::us(10));
  EXPECT_EQ(listeners_[2].left[0], Time::us(10) + kShort + kGap);
  EXPECT_EQ(listeners_[0].left[0], Time::us(10) + 2 * (kShort + kGap));
}

TEST_F(NetworkTest, CableIsSafeForAShortestFrame) {
  LanParams params{.shape = Shape::kCable};
  params.rate = Rate::bytes_per_second(1'250'000);
  build(params);
  all_at(Time::us(100));
  EXPECT_EQ(network_->safe_time(0), Time::us(100) + Time::ns(57'600));
}

TEST_F(NetworkTest, CellsGoOnAsTheyCome) {
  LanParams params{.framing = Framing::kAal5, .rate = Rate::bytes_per_second(19'440'000)};
  params.switch_latency = Time::us(10);
  build(params);
  Frame packet{std::vector<std::uint8_t>(9000), aal5::kFirstCircuit + 1};
  aal5::close(packet.bytes);
  network_->queues(0, packet, Time::us(50));
  all_at(Time::us(51));
  ASSERT_EQ(listeners_[1].heard.size(), 1U);
  EXPECT_EQ(listeners_[1].heard[0].begin, Time::us(60));
}

TEST_F(NetworkTest, LostFramesAreCountedAndNeverArrive) {
  LanParams params;
  params.faults.lost_frames = 1;
  build(params);
  send(0, 1, Time::us(10));
  all_at(Time::us(20));
  EXPECT_TRUE(listeners_[1].heard.empty());
  EXPECT_EQ(network_->counters().lost, 1U);
  EXPECT_EQ(network_->losses().lost_bytes, 64U);
}

TEST_F(NetworkTest, SwitchDropsADamagedFrameAndACableBringsIt) {
  LanParams params;
  params.faults.byte_errors = 1;
  build(params);
  send(0, 1, Time::us(10));
  all_at(Time::us(20));
  EXPECT_TRUE(listeners_[1].heard.empty());
  EXPECT_EQ(network_->counters().damaged, 1U);
  EXPECT_EQ(network_->losses().damaged_bytes, 64U);
}

TEST_F(NetworkTest, FramesToNobodyAreCounted) {
  build({}, 2);
  send(0, 7, Time::us(10));
  all_at(Time::us(20));
  EXPECT_EQ(network_->counters().no_address, 1U);
}

TEST_F(NetworkTest, CablesTellWhatHasPassedInTheTimeThatCounts) {
  build({});
  network_->count_cables_from(Time::us(10) + kShort - Time::ns(100));
  send(0, 1, Time::us(10));
  all_at(Time::us(20));
  const auto cables = network_->cables(Time::us(14) + kShort + Time::us(1));
  EXPECT_EQ(cables[0].from, "node 0");
  EXPECT_EQ(cables[0].packets, 1U);
  EXPECT_EQ(cables[0].moving, Time::ns(100));
  EXPECT_EQ(cables[3].to, "node 1");
  EXPECT_EQ(cables[3].packets, 0U);
  EXPECT_EQ(cables[3].moving, Time::us(1));
}

}  // namespace
}  // namespace flybar::lan
