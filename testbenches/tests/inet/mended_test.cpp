/// What lwIP 2.1.3 gets wrong, and is mended from outside (models/inet/lwip/hooks.h, hooks.c): each
/// test fails without its mend. One more is in the random traffic of sockets.
#include <gtest/gtest.h>
#include <lwip/priv/tcp_priv.h>

#include <utility>

#include "testbenches/tests/inet/socket/raw_packets.h"
#include "testbenches/tests/inet/transfer.h"

namespace flybar::inet {
namespace {

constexpr std::size_t kIpHeader = 20, kHeaders = 40;

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

TEST(Mended, SegmentsInAWrongOrderHoldNothingUp) {
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
TEST(Mended, ASegmentThatIsCutHasItsEndInTheSecondHalf) {
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
TEST(Mended, AnEndBehindTheWindowIsLeftToARetransmission) {
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

TEST(Mended, AWindowThatClosesBeforeTheLastAcknowledgementHoldsNothingUp) {
  Pair pair({});
  Transfer transfer(pair, 0, 5000, 2 * ClosesTheWindow::kSegment, ClosesTheWindow::kSegment);
  pair.tamper = ClosesTheWindow();
  transfer.run();
  pair.run_for(Time::ms(10'000));
  EXPECT_TRUE(transfer.content == transfer.received);
}

}  // namespace
}  // namespace flybar::inet
