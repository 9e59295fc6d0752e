// Datagrams of UDP, and fragments of IP.
#include <gtest/gtest.h>

#include <numeric>

#include "testbenches/tests/inet/datagrams.h"

namespace flybar::inet {
namespace {

constexpr std::size_t kUdpSum = 26;

Packet pattern(std::size_t length) {
  Packet bytes(length);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
  return bytes;
}

/// And waits until it should have arrived.
void send(Datagrams& datagrams, const Packet& bytes) {
  datagrams.send(bytes);
  datagrams.pair.run_for(Time::ms(1));
}

Pair::Setup ethernet(double late = 0) {
  Pair::Setup setup{.late = late};
  setup.stack.mtu = Bytes(1500);
  return setup;
}

TEST(DatagramTest, ArrivesWhole) {
  Pair pair({});
  Datagrams datagrams(pair);
  send(datagrams, pattern(1000));
  EXPECT_EQ(datagrams.received, std::vector<Packet>{pattern(1000)});
}

TEST(DatagramTest, Of20KbGoesInFragments) {
  Pair pair(ethernet());
  Datagrams datagrams(pair);
  send(datagrams, pattern(20'480));
  EXPECT_EQ(pair.sent.size(), 14u);
  EXPECT_EQ(datagrams.received, std::vector<Packet>{pattern(20'480)});
}

TEST(DatagramTest, FragmentsMayArriveInAnyOrder) {
  Pair pair(ethernet(1));
  Datagrams datagrams(pair);
  for (int i = 0; i < 20; ++i) send(datagrams, pattern(20'480));
  pair.run_for(Time::ms(2));
  EXPECT_EQ(datagrams.received, std::vector<Packet>(20, pattern(20'480)));
}

TEST(DatagramTest, ThoseOfTheLargestSizeAreJoinedAtTheSmallestMtu) {
  Pair::Setup setup;
  setup.stack.mtu = Stack::kLeastMtu;
  Pair pair(setup);
  Datagrams datagrams(pair);
  send(datagrams, pattern(65'507));
  EXPECT_EQ(datagrams.received, std::vector<Packet>{pattern(65'507)});
}

TEST(DatagramTest, IncompleteOnesAreForgottenAndReported) {
  Pair pair(ethernet());
  Datagrams datagrams(pair);
  pair.tamper = [count = 0](Packet&) mutable { return ++count != 3; };
  send(datagrams, pattern(20'480));
  EXPECT_TRUE(datagrams.received.empty());
  pair.run_for(Time::ms(14'000));
  EXPECT_EQ(pair.sent.back().from, 0u) << "too early";
  pair.run_for(Time::ms(3'000));
  EXPECT_EQ(pair.sent.back().from, 1u);
  constexpr std::size_t kIcmp = 20;
  EXPECT_EQ(pair.sent.back().bytes[kIcmp], 11) << "time exceeded";
}

TEST(DatagramTest, StackEndsWhileFragmentsWait) {
  Pair pair(ethernet());
  Datagrams datagrams(pair);
  pair.tamper = [count = 0](Packet&) mutable { return ++count != 3; };
  send(datagrams, pattern(20'480));
  EXPECT_TRUE(datagrams.received.empty());
}

TEST(DatagramTest, FieldOfTheSumIs0WithoutSums) {
  for (const bool sums : {false, true}) {
    Pair::Setup setup;
    setup.stack.sums = sums;
    Pair pair(setup);
    Datagrams datagrams(pair);
    send(datagrams, pattern(1000));
    const Packet& packet = pair.sent.front().bytes;
    EXPECT_EQ(packet[kUdpSum] != 0 || packet[kUdpSum + 1] != 0, sums);
    EXPECT_EQ(datagrams.received.size(), 1u);
  }
}

TEST(DatagramTest, SumsFindDamage) {
  for (const bool sums : {false, true}) {
    Pair::Setup setup;
    setup.stack.sums = sums;
    Pair pair(setup);
    pair.tamper = [](Packet& packet) { return packet.back() ^= 4, true; };
    Datagrams datagrams(pair);
    send(datagrams, pattern(1000));
    EXPECT_EQ(datagrams.received.size(), sums ? 0u : 1u);
  }
}

}  // namespace
}  // namespace flybar::inet
