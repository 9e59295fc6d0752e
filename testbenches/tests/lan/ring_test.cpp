/// The ring card: its rings, FIFOs, bursts and interrupts.
#include "testbenches/tests/lan/ring_bench.h"

namespace flybar::lan {
namespace {

using Layout = regs::Descriptor;

class Ring : public RingBench {
 protected:
  /// Node 0 sends these, one after the other; node 1 has so many descriptors and waits for so many
  /// frames.
  void send(const std::vector<std::vector<std::uint8_t>>& frames, std::uint32_t descriptors,
            std::uint32_t wanted) {
    run({[&](cluster::Node& node) {
           Rings rings(node, 16);
           rings.start(0);
           node.cpu.sleep(Time::us(50));
           for (const auto& frame : frames) rings.post(frame);
           rings.demand();
           for (std::uint32_t n = 0; n < frames.size(); ++n) rings.sent(n);
           node.cpu.sleep(Time::ms(2));
         },
         [&](cluster::Node& node) {
           Rings rings(node, 16);
           rings.second_buffer = second_buffer_;
           rings.start(descriptors);
           for (std::uint32_t n = 0; n < wanted; ++n) {
             statuses_.push_back(rings.received(n));
             data_.push_back(rings.data(n, statuses_[n] & Layout::kStatusLengthMask));
           }
           node.cpu.sleep(Time::ms(4));
         }});
  }
  std::uint32_t second_buffer_ = 2048;
  std::vector<std::uint32_t> statuses_;
  std::vector<std::vector<std::uint8_t>> data_;
};

TEST_F(Ring, FrameGoesFromBuffersToBuffers) {
  send({frame(1500)}, 2, 1);
  EXPECT_EQ(data_[0], frame(1500));
  EXPECT_EQ(statuses_[0], 1514U);
  EXPECT_EQ(cards_[0].sent, 1U);
  EXPECT_EQ(cards_[1].received, 1U);
}

TEST_F(Ring, ShortFrameIsPaddedTo60Bytes) {
  send({frame(10)}, 2, 1);
  std::vector<std::uint8_t> padded = frame(10);
  padded.resize(60);
  EXPECT_EQ(data_[0], padded);
  EXPECT_EQ(out_[0][0].end - out_[0][0].begin, Time::ns(5760));
}

TEST_F(Ring, CaptureHasEachFrameOnceAtEachEnd) {
  send({frame(100), frame(200)}, 4, 2);
  ASSERT_EQ(out_[0].size(), 2U);
  ASSERT_EQ(in_[1].size(), 2U);
  EXPECT_EQ(out_[0][1].bytes, frame(200));
  EXPECT_EQ(in_[1][1].bytes, frame(200));
  EXPECT_TRUE(in_[0].empty());
}

TEST_F(Ring, FramesFollowEachOtherWithTheGap) {
  send({frame(1500), frame(1500), frame(1500)}, 4, 3);
  for (int n : {1, 2})
    EXPECT_EQ(out_[0][static_cast<std::size_t>(n)].begin,
              out_[0][static_cast<std::size_t>(n - 1)].end + Time::ns(960));
}

/// A burst of 32 B on the bus ends in the instant in which the frame begins.
class Threshold : public Ring {
 protected:
  std::size_t bursts_before_begin(const std::string& threshold) {
    set("lan.threshold", threshold);
    send({frame(1500)}, 2, 1);
    EXPECT_EQ(bursts_[0][0], -16) << "the descriptor";
    const Time begin = out_[0][0].begin;
    std::size_t bursts = 0;
    for (const Time end : burst_ends_[0]) bursts += end <= begin;
    EXPECT_EQ(burst_ends_[0][bursts - 1], begin);
    return bursts - 1;
  }
};

TEST_F(Threshold, FrameBeginsWithTheBurstThatReachesIt) {
  EXPECT_EQ(bursts_before_begin("128 B"), 4U);
}

TEST_F(Threshold, FrameWaitsForAnotherBurstForOneByteMore) {
  EXPECT_EQ(bursts_before_begin("129 B"), 5U);
}

TEST_F(Threshold, ThresholdOfAllOfTheFrameLetsItWaitForAll) {
  EXPECT_EQ(bursts_before_begin("1514 B"), 48U);
}

TEST_F(Ring, ReceiveDescriptorIsReadWhenTheThresholdHasCome) {
  send({frame(1500)}, 2, 1);
  const std::vector<std::int64_t>& bursts = bursts_[1];
  EXPECT_EQ(bursts[0], -16);
  EXPECT_EQ(bursts[1], 32);
  EXPECT_EQ(bursts.back(), 4) << "the status";
  std::int64_t bytes = 0;
  for (const std::int64_t one : bursts) bytes += one > 0 ? one : 0;
  EXPECT_EQ(bytes, 1516 + 4) << "whole words";
}

TEST_F(Ring, FramesWithoutADescriptorAreDroppedAndCounted) {
  send({frame(100), frame(101), frame(102)}, 2, 2);
  EXPECT_EQ(cards_[1].no_descriptor, 1U);
  EXPECT_EQ(cards_[1].received, 2U);
}

TEST_F(Ring, RingOfTwoDescriptorsGoesRound) {
  std::vector<std::size_t> lengths;
  run({[&](cluster::Node& node) {
         Rings rings(node, 2);
         rings.start(0);
         node.cpu.sleep(Time::us(50));
         for (std::uint32_t n = 0; n < 7; ++n) {
           rings.sent(n % 2);
           rings.post(frame(100 + n));
           rings.demand();
           node.cpu.sleep(Time::us(100));
         }
         node.cpu.sleep(Time::ms(1));
       },
       [&](cluster::Node& node) {
         Rings rings(node, 2);
         rings.start(2);
         for (std::uint32_t n = 0; n < 7; ++n) {
           lengths.push_back(rings.received(n % 2));
           rings.give(n % 2);
         }
       }});
  EXPECT_EQ(lengths, (std::vector<std::size_t>{114, 115, 116, 117, 118, 119, 120}));
}

/// Its descriptor is the card's until the frame has left, and is read only once.
TEST_F(Ring, RingOfOneDescriptorSendsItsFrameOnce) {
  run({[](cluster::Node& node) {
         Rings rings(node, 1);
         rings.start(0);
         rings.post(frame(1500));
         rings.demand();
         rings.sent(0);
         node.cpu.sleep(Time::ms(1));
       },
       [](cluster::Node& node) { node.cpu.sleep(Time::ms(2)); }});
  EXPECT_EQ(cards_[0].sent, 1U);
}

TEST_F(Ring, FrameThatIsTooLongForItsBuffersSaysSo) {
  second_buffer_ = 64;
  send({frame(1500)}, 2, 1);
  EXPECT_EQ(statuses_[0], Layout::kStatusTooLongMask | (256 + 64));
  EXPECT_EQ(cards_[1].too_long, 1U);
}

TEST_F(Ring, DamagedFrameSaysSo) {
  // On a cable: a switch would have dropped it.
  set("lan.shape", "cable");
  set("lan.byte_errors", "0.01");
  send({frame(1500)}, 2, 1);
  EXPECT_EQ(statuses_[0] & Layout::kStatusDamagedMask, Layout::kStatusDamagedMask);
  EXPECT_EQ(cards_[1].damaged, 1U);
}

/// Two lines of 125 MB/s into one, of which bursts of 32 B take half.
TEST_F(Ring, FifoThatTheBusDoesNotEmptyLosesFrames) {
  set("lan.rate", "125 MB/s");
  const Body sender = [&](cluster::Node& node) {
    Rings rings(node, 16);
    rings.start(0);
    node.cpu.sleep(Time::us(50));
    for (int n = 0; n < 4; ++n) rings.post(frame(1500));
    rings.demand();
    node.cpu.sleep(Time::ms(2));
  };
  std::uint32_t received = 0;
  run({sender,
       [&](cluster::Node& node) {
         Rings rings(node, 16);
         rings.start(16);
         node.cpu.sleep(Time::ms(3));
         for (; rings.is_received(received); ++received)
           EXPECT_EQ(rings.data(received, 1514), frame(1500));
       },
       sender});
  EXPECT_GE(cards_[1].fifo_full, 1U);
  EXPECT_EQ(cards_[1].fifo_full + received, 8U);
  EXPECT_EQ(cards_[1].received, received);
}

TEST_F(Ring, FrameThatRunsDryIsSentAgain) {
  set("lan.rate", "125 MB/s");
  set("lan.fifo", "2 KB");
  set("lan.threshold", "64 B");
  send({frame(1500), frame(1200)}, 4, 2);
  EXPECT_GE(cards_[0].underruns, 1U);
  EXPECT_EQ(cards_[0].sent, 2U);
  EXPECT_EQ(data_[0], frame(1500));
  EXPECT_EQ(data_[1], frame(1200));
}

/// Counts interrupts, which it lowers by the registers.
class Interrupts : public Ring {
 protected:
  /// Node 0 sends so many frames of 1500 B; node 1 is interrupted.
  void send(std::uint32_t frames) {
    run({[&](cluster::Node& node) {
           Rings rings(node, 16);
           node.cpu.on_interrupt(*node.seat().interrupt, [&](host::Cpu& cpu) {
             ++sent_;
             lower(node, cpu);
           });
           rings.start(0);
           rings.set_register(regs::Mask::kOffset, regs::kInterruptSent);
           node.cpu.sleep(Time::us(50));
           for (std::uint32_t n = 0; n < frames; ++n) rings.post(frame(1500), 2, n == 1);
           rings.demand();
           node.cpu.sleep(Time::ms(3));
         },
         [&](cluster::Node& node) {
           Rings rings(node, 16);
           node.cpu.on_interrupt(*node.seat().interrupt, [&](host::Cpu& cpu) {
             received_.push_back(cpu.interrupted_at());
             lower(node, cpu);
           });
           rings.start(16);
           rings.set_register(regs::Mask::kOffset, regs::kInterruptReceived);
           node.cpu.sleep(Time::ms(3));
         }});
  }
  static void lower(cluster::Node& node, host::Cpu& cpu) {
    const std::uint32_t at = node.seat().window + regs::Status::kOffset;
    cpu.store_word(at, cpu.load_word(at));
    cpu.drain();
  }
  int sent_ = 0;
  std::vector<Time> received_;
};

TEST_F(Interrupts, EachFrameInterrupts) {
  send(4);
  EXPECT_EQ(received_.size(), 4U);
  EXPECT_EQ(sent_, 1) << "one descriptor asks for it";
}

TEST_F(Interrupts, SoManyFramesInterruptOnceAndTheRestAfterTheDelay) {
  set("lan.interrupt_frames", "3");
  set("lan.interrupt_delay", "500 us");
  send(4);
  ASSERT_EQ(received_.size(), 2U);
  const Time last = in_[1][3].end;
  EXPECT_GT(received_[1], last + Time::us(500));
  EXPECT_LT(received_[1], last + Time::us(502));
}

}  // namespace
}  // namespace flybar::lan
