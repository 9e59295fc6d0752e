// Connections of TCP between two stacks.
#include <gtest/gtest.h>
#include <lwip/priv/tcp_priv.h>

#include <algorithm>
#include <utility>

#include "testbenches/inet/socket/raw_packets.h"
#include "testbenches/inet/transfer.h"

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

/// As a time-out leaves them that finds the first one waiting for its fast retransmission.
void put_first_behind_all(tcp_pcb& pcb) {
  tcp_seg* const first = std::exchange(pcb.unacked, nullptr);
  tcp_seg* last = pcb.unsent = first->next;
  while (last->next != nullptr) last = last->next;
  last->next = first;
  first->next = nullptr;
  pcb.cwnd = pcb.mss;
  pcb.rtime = -1;
}

TEST(TransferTest, SegmentsInAWrongOrderHoldNothingUp) {
  Pair pair({});
  Transfer transfer(pair, 0, 5000, 200'000);
  pair.run([&] { return transfer.received.size() > 140'000; });
  pair.tamper = [](Packet&) { return false; };
  pair.run_for(Time::ms(400));
  pair.in(0, [] { put_first_behind_all(*tcp_active_pcbs); });
  pair.tamper = [](Packet&) { return true; };
  transfer.run();
  EXPECT_TRUE(transfer.content == transfer.received);
}

/// As when a window opens by less than the segment that waits for it.
TEST(TransferTest, ASegmentThatIsCutHasItsEndInTheSecondHalf) {
  Pair pair({});
  pair.in(0, [] {
    tcp_pcb* const block = tcp_new();
    block->state = ESTABLISHED;
    const std::vector<char> bytes(500);
    tcp_write(block, bytes.data(), 500, TCP_WRITE_FLAG_COPY);
    tcp_send_fin(block);
    tcp_split_unsent_seg(block, 52);
    EXPECT_EQ(block->unsent->len, 52);
    EXPECT_EQ(TCPH_FLAGS(block->unsent->tcphdr) & TCP_FIN, 0);
    EXPECT_EQ(TCPH_FLAGS(block->unsent->next->tcphdr) & TCP_FIN, TCP_FIN);
    tcp_abandon(block, 0);
  });
}

/// It may be in the packet of the last byte that fits, and come before another one.
TEST(TransferTest, AnEndBehindTheWindowIsLeftToARetransmission) {
  constexpr std::size_t kTcpFlags = kIpHeader + 13;
  Pair::Setup setup;
  setup.stack.mtu = Bytes(576);
  setup.stack.socket_buffer = Bytes(2 * (576 - kHeaders));
  Pair pair(setup);
  int data = 0;
  pair.tamper = [&](Packet& packet) {
    if (packet.size() != 576) return true;
    if (++data == 2) packet[kTcpFlags] |= TCP_FIN;
    return data != 1;
  };
  Transfer transfer(pair, 0, 5000, 2 * (576 - kHeaders));
  transfer.run();
  EXPECT_TRUE(transfer.content == transfer.received);
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

std::uint32_t word_at(const Packet& packet, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t n = 0; n < 4; ++n) word = word << 8 | packet[at + n];
  return word;
}

/// On the wire: of all that comes back, the first is an answer to the first segment alone, after
/// that was sent again, by a peer that has no room any more.
class ClosesTheWindow {
 public:
  bool operator()(Packet& packet) {
    if (packet[kSource] == 1 && packet.size() > 1000) count(word_at(packet, kSequence));
    if (packet[kSource] == 1 || told_ || packet.size() > kHeaders) return true;
    if (times_ < 2 || (packet[kFlags] & 1) != 0) return false;
    told_ = true;
    put_half(packet, kAck, (first_ + kSegment) >> 16);
    put_half(packet, kAck + 2, first_ + kSegment);
    put_half(packet, kWindow, 0);
    return true;
  }
  static constexpr std::uint32_t kSegment = 8280;

 private:
  static constexpr std::size_t kSource = 15, kSequence = kIpHeader + 4, kAck = kIpHeader + 8,
                               kFlags = kIpHeader + 13, kWindow = kIpHeader + 14;
  void count(std::uint32_t sequence) {
    if (times_ == 0) first_ = sequence;
    times_ += sequence == first_;
  }
  std::uint32_t first_ = 0, times_ = 0;
  bool told_ = false;
};

TEST(TransferTest, AWindowThatClosesBeforeTheLastAcknowledgementHoldsNothingUp) {
  Pair pair({});
  Transfer transfer(pair, 0, 5000, 2 * ClosesTheWindow::kSegment, ClosesTheWindow::kSegment);
  pair.tamper = ClosesTheWindow();
  transfer.run();
  pair.run_for(Time::ms(10'000));
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
