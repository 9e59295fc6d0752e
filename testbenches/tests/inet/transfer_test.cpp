// Connections of TCP between two stacks.
#include <gtest/gtest.h>
#include <lwip/priv/tcp_priv.h>

#include <algorithm>
#include <utility>

#include "testbenches/tests/inet/transfer.h"

namespace flybar::inet {
namespace {

constexpr std::size_t kIpHeader = 20, kHeaders = 40;
constexpr std::size_t kTcpSum = kIpHeader + 16;

std::size_t acknowledgements(const Pair& pair) {
  return static_cast<std::size_t>(
      std::count_if(pair.sent.begin(), pair.sent.end(), [](const Pair::Sent& packet) {
        return packet.from == 1 && packet.bytes.size() == kHeaders;
      }));
}

/// 2 MB through the wire of `setup`.
void expect_moved(const Pair::Setup& setup) {
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, 2'000'000);
  transfer.run();
  EXPECT_TRUE(transfer.content == transfer.received);
}

TEST(TransferTest, MovesBytes) {
  expect_moved({});
}

TEST(TransferTest, MovesBytesWithTheSmallestAndTheLargestPackets) {
  for (const Bytes mtu : {Stack::kLeastMtu, Stack::kMostMtu}) {
    Pair::Setup setup;
    setup.stack.mtu = mtu;
    expect_moved(setup);
  }
}

TEST(TransferTest, MovesBytesThroughTheSmallestAndTheLargestBuffers) {
  for (const Bytes size : {Stack::kLeastSocketBuffer, Stack::kMostSocketBuffer}) {
    Pair::Setup setup;
    setup.stack.socket_buffer = size;
    expect_moved(setup);
  }
}

TEST(TransferTest, RepairsWhatIsLostOrOvertaken) {
  Pair::Setup setup{.lost = 0.02, .late = 0.1, .seed = chosen_seed(1)};
  setup.stack.socket_buffer = Bytes(1 << 20);
  expect_moved(setup);
}

TEST(TransferTest, ALossInTheFirstInstantsWaitsForTheTimerNoLongerThanALaterOne) {
  Pair pair({});
  Transfer transfer(pair, 0, 5000, 1'000'000);
  pair.run([&] { return transfer.received.size() > 900'000; });
  ASSERT_LT(pair.now, Time::ms(500));
  pair.tamper = [](Packet&) { return false; };
  pair.run([&] { return pair.stack(0).timeouts().count > 0; });
  EXPECT_EQ(pair.stack(0).timeouts().waited, Time::ms(1500));
  pair.tamper = [](Packet&) { return true; };
  transfer.run();
  EXPECT_TRUE(transfer.content == transfer.received);
}

TEST(TransferTest, KeepsMoreThan64KbInFlight) {
  Pair::Setup setup{.delay = Time::ms(5)};
  setup.stack.socket_buffer = Bytes(1 << 20);
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, 16 << 20);
  transfer.run();
  EXPECT_TRUE(transfer.content == transfer.received);
  EXPECT_GT(transfer.most_in_flight, 900'000u);
  EXPECT_LE(transfer.most_in_flight, 1u << 20);
}

TEST(TransferTest, SegmentsFillTheMtu) {
  Pair pair({});
  Transfer transfer(pair, 0, 5000, 2'000'000);
  transfer.run();
  std::size_t longest = 0;
  for (const Pair::Sent& packet : pair.sent) longest = std::max(longest, packet.bytes.size());
  EXPECT_EQ(longest, 8320u);
}

/// Acknowledgements per segment of data, for a reader that takes so many segments at a time.
double acknowledgements(AckPolicy policy, int at_a_time) {
  constexpr std::size_t kSegments = 1000, kSegment = 8280;
  Pair::Setup setup;
  setup.stack.ack = policy;
  setup.stack.socket_buffer = Bytes(8 * kSegment);
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, kSegments * kSegment, kSegment);
  pair.arrived = [&, arrived = 0](unsigned side) mutable {
    if (side == 1 && ++arrived % at_a_time == 0) transfer.read();
  };
  transfer.run();
  return static_cast<double>(acknowledgements(pair)) / kSegments;
}

TEST(AckTest, OnReadAcknowledgesTwoSegmentsToAReaderThatKeepsUp) {
  EXPECT_NEAR(acknowledgements(AckPolicy::kOnRead, 1), 0.5, 0.02);
  EXPECT_NEAR(acknowledgements(AckPolicy::kOnRead, 2), 0.5, 0.02);
}

TEST(AckTest, EverySecondAcknowledgesBesidesTheUpdateOfTheWindow) {
  EXPECT_NEAR(acknowledgements(AckPolicy::kEverySecond, 1), 2. / 3, 0.02);
  EXPECT_NEAR(acknowledgements(AckPolicy::kEverySecond, 2), 1, 0.02);
}

/// When the first two segments are acknowledged if nobody reads.
Time first_acknowledgement(AckPolicy policy) {
  Pair::Setup setup;
  setup.stack.ack = policy;
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, 100'000);
  pair.arrived = [](unsigned) {};
  pair.run([&] { return acknowledgements(pair) > 0; });
  return pair.now;
}

TEST(AckTest, OnReadWaitsForTheTimerIfNobodyReads) {
  EXPECT_EQ(first_acknowledgement(AckPolicy::kOnRead), Time::ms(200));
}

TEST(AckTest, EverySecondWaitsForNobody) {
  EXPECT_LT(first_acknowledgement(AckPolicy::kEverySecond), Time::ms(1));
}

TEST(TransferTest, FieldOfTheSumIs0WithoutSums) {
  for (const bool sums : {false, true}) {
    Pair::Setup setup;
    setup.stack.sums = sums;
    Pair pair(setup);
    Transfer transfer(pair, 0, 5000, 200'000);
    transfer.run();
    for (const Pair::Sent& packet : pair.sent)
      EXPECT_EQ(packet.bytes[kTcpSum] != 0 || packet.bytes[kTcpSum + 1] != 0, sums);
  }
}

/// Whether bytes arrive as they were sent if a bit of the first large packet changes at `place`.
bool right_after_damage(bool sums, std::size_t place) {
  Pair::Setup setup;
  setup.stack.sums = sums;
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, 200'000);
  pair.tamper = [place, damaged = false](Packet& packet) mutable {
    if (packet.size() > place && packet.size() > 1000 && !std::exchange(damaged, true))
      packet[place] ^= 4;
    return true;
  };
  transfer.run();
  return transfer.content == transfer.received;
}

TEST(TransferTest, SumsFindDamage) {
  EXPECT_TRUE(right_after_damage(true, 500));
}

TEST(TransferTest, NobodyFindsDamageWithoutSums) {
  EXPECT_FALSE(right_after_damage(false, 500));
}

TEST(TransferTest, DamageOfTheIpHeaderIsAlwaysFound) {
  EXPECT_TRUE(right_after_damage(false, 4));
}

TEST(TransferTest, OutOfOrderSegmentsAreBounded) {
  Pair::Setup setup{.delay = Time::ms(5)};
  setup.stack.socket_buffer = Bytes(4'000'000);
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, 16 << 20);
  std::size_t data = 0, from = 300;
  // One is lost while more than 64 are on their way.
  pair.tamper = [&](Packet& packet) { return packet.size() < 1000 || ++data != from; };
  transfer.run();
  EXPECT_TRUE(transfer.content == transfer.received);
  // More than the one: those beyond the bound were sent again.
  EXPECT_GT(data, (16u << 20) / 8280 + 10);
}

TEST(TransferTest, ControlBlocksAreCountedUntilTheyAreGone) {
  Pair pair({});
  Transfer transfer(pair, 0, 5000, 1000);
  EXPECT_EQ(pair.stack(0).connections(), 1u);
  EXPECT_EQ(pair.stack(1).connections(), 1u);
  transfer.run();
  pair.run_for(Time::ms(1000));
  EXPECT_EQ(pair.stack(0).connections(), 1u) << "TIME_WAIT";
  EXPECT_EQ(pair.stack(1).connections(), 1u) << "who listens";
  pair.run_for(Time::ms(130'000));
  EXPECT_EQ(pair.stack(0).connections(), 0u);
}

TEST(TransferTest, StackEndsInTheMiddleOfATransfer) {
  Pair::Setup setup{.lost = 0.1, .late = 0.5};
  setup.stack.socket_buffer = Bytes(1 << 20);
  Pair pair(setup);
  Transfer transfer(pair, 0, 5000, 16 << 20);
  pair.run([&] { return transfer.received.size() > 1'000'000; });
  EXPECT_FALSE(transfer.ended);
}

}  // namespace
}  // namespace flybar::inet
