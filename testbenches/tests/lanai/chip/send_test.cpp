/// Does the send engine put on the link what the registers say, when they say it?
#include "models/myrinet/link/crc8.h"
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kPacket = 0x2000, kBytes = 256;

/// Slower than the SRAM, so that the link never waits for words.
ChipParams slow_link() {
  ChipParams params;
  params.byte_time = 10_ns;
  return params;
}

/// Words [first, end) of the packet; where the send is started.
Program::Address send(Program& p, std::uint32_t first, std::uint32_t end,
                      std::uint32_t limit_register = regs::Smlt::kOffset) {
  p.write(regs::Smp::kOffset, kPacket + first * 4);
  return p.write(limit_register, kPacket + (end - 1) * 4);
}

class SendOfChip : public BothSteppings {
 protected:
  void run(const Program& p, ChipParams params = slow_link(), Cycles clocks = 600_cycles) {
    run_named(p, nullptr, params, clocks);
  }
  void run_named(const Program& p, const NamePacket& name, ChipParams params = slow_link(),
                 Cycles clocks = 600_cycles) {
    bench_.emplace(GetParam(), p, params);
    bench_->chip.name_packets(name);
    bench_->load(kPacket, data());
    bench_->go(clocks);
  }
  /// After `p`: packets of 32 bytes each.
  void run_two_packets(Program p) {
    send(p, 0, 8);
    p.nops(10);
    send(p, 8, 16);
    p.stay();
    run(p);
  }
  Bench& bench() { return *bench_; }

  static std::vector<std::uint8_t> data() {
    std::vector<std::uint8_t> bytes(kBytes);
    for (std::uint32_t i = 0; i < kBytes; ++i) bytes[i] = static_cast<std::uint8_t>(i * 5 + 1);
    return bytes;
  }
  static std::vector<std::uint8_t> data(std::uint32_t begin, std::uint32_t end) {
    const auto all = data();
    return {all.begin() + begin, all.begin() + end};
  }

 private:
  std::optional<Bench> bench_;
};
FLYBAR_BOTH_STEPPINGS(SendOfChip);

TEST_P(SendOfChip, PacketGoesOutAsItLiesInTheSram) {
  Program p;
  send(p, 0, 16);
  p.stay();

  run(p);

  EXPECT_EQ(bench().sent.bytes, data(0, 64));
  EXPECT_EQ(bench().sent.heads, 1);
  EXPECT_EQ(bench().sent.tails, 1);
}

TEST_P(SendOfChip, BytesFollowEachOtherWithoutAGap) {
  Program p;
  send(p, 0, 32);
  p.stay();

  run(p);

  const auto& times = bench().sent.times;
  ASSERT_EQ(times.size(), 128u);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_EQ(times[i] - times[i - 1], 10_ns);
}

TEST_P(SendOfChip, EachPieceOfAPacketIsSeenFromItsFirstWordToItsLast) {
  Program p;
  send(p, 0, 2, regs::Sml::kOffset);
  p.nops(100);
  const Program::Address second = send(p, 2, 10);
  p.stay();

  run(p);

  ASSERT_EQ(bench().pieces().size(), 2u);
  EXPECT_EQ(bench().pieces()[1].begin, bench().begin(second) + bench().clocks(1));
  EXPECT_EQ(bench().pieces()[1].end, bench().begin(second) + bench().clocks(9));
  EXPECT_EQ(bench().pieces()[1].bytes, 32);
}

TEST_P(SendOfChip, PiecesAreNamedAfterTheBeginOfTheirPacket) {
  Program p;
  send(p, 1, 2, regs::Sml::kOffset);
  p.nops(100);
  send(p, 8, 16);
  p.stay();

  run_named(p, [](auto bytes) { return std::uint64_t{bytes.front()}; });

  ASSERT_EQ(bench().pieces().size(), 2u);
  for (const auto& piece : bench().pieces()) EXPECT_EQ(piece.message, data()[4]);
}

TEST_P(SendOfChip, PacketThatIsFetchedWhileTheLastOneLeavesHasItsOwnName) {
  Program p;
  send(p, 0, 8);
  p.nops(10);
  send(p, 8, 10);
  p.stay();

  run_named(p, [](auto bytes) { return std::uint64_t{bytes.front()}; });

  EXPECT_EQ(bench().sent.messages, (std::vector<std::uint64_t>{data()[0], data()[32]}));
  EXPECT_EQ(bench().pieces()[1].message, data()[32]);
  EXPECT_LT(bench().pieces()[1].end, bench().sent.times[31]);
}

TEST_P(SendOfChip, CrcClosesThePacketIfEnabled) {
  Program p;
  p.write(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  send(p, 0, 16);
  p.stay();

  run(p);

  auto expected = data(0, 64);
  expected.push_back(myrinet::crc8(0, expected));
  EXPECT_EQ(bench().sent.bytes, expected);
}

TEST_P(SendOfChip, GapOfOneByteTimeFollowsTheLastByte) {
  run_two_packets({});

  ASSERT_EQ(bench().sent.times.size(), 64u);
  EXPECT_EQ(bench().sent.times[32] - bench().sent.times[31], 2 * 10_ns);
}

TEST_P(SendOfChip, GapOfOneByteTimeFollowsTheCrc) {
  Program p;
  p.write(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  run_two_packets(p);

  ASSERT_EQ(bench().sent.times.size(), 66u);
  EXPECT_EQ(bench().sent.times[33] - bench().sent.times[32], 2 * 10_ns);
}

TEST_P(SendOfChip, AlignmentSkipsBytesOfTheFirstWordOnly) {
  Program p;
  p.write(regs::Sa::kOffset, 3);
  send(p, 0, 4);
  p.stay();

  run(p);

  EXPECT_EQ(bench().sent.bytes, data(3, 16));
}

TEST_P(SendOfChip, AlignmentHoldsForOneSend) {
  Program p;
  p.write(regs::Sa::kOffset, 1);
  send(p, 0, 2);
  p.nops(40);
  send(p, 2, 4);
  p.stay();

  run(p);

  EXPECT_EQ(bench().sent.bytes, data(1, 16));
  EXPECT_EQ(bench().sent.heads, 2);
}

TEST_P(SendOfChip, LimitWithoutTailLeavesThePacketOpen) {
  Program p;
  send(p, 0, 8, regs::Sml::kOffset);
  p.stay();

  run(p);

  EXPECT_EQ(bench().sent.bytes, data(0, 32));
  EXPECT_EQ(bench().sent.heads, 1);
  EXPECT_EQ(bench().sent.tails, 0);
  EXPECT_EQ(bench().chip.special(regs::Isr::kOffset) & regs::Isr::kSendRdyMask, 0u);
}

TEST_P(SendOfChip, NextPieceContinuesTheOpenPacketAndItsCrc) {
  Program p;
  p.write(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  send(p, 0, 8, regs::Sml::kOffset);
  p.nops(100);
  send(p, 8, 16);
  p.stay();

  run(p);

  auto expected = data(0, 64);
  expected.push_back(myrinet::crc8(0, expected));
  EXPECT_EQ(bench().sent.bytes, expected);
  EXPECT_EQ(bench().sent.heads, 1);
}

TEST_P(SendOfChip, PointerAdvancesAWordInEachClock) {
  Program p;
  const auto start = send(p, 0, 8);
  const auto reads = p.read_often(regs::Smp::kOffset, 12);
  p.stay();

  run(p);

  for (std::uint32_t i = 0; i < 12; ++i) {
    ASSERT_EQ(bench().clock(reads + i * 4), bench().clock(start) + 1 + i);
    EXPECT_EQ(bench().result(reads + i * 4), kPacket + 4 * std::min(i + 1, 8u));
  }
}

TEST_P(SendOfChip, SentComesWithTheLastWordAndNotBefore) {
  Program p;
  send(p, 0, 8);
  const auto reads = p.read_often(regs::Isr::kOffset, 10);
  p.stay();

  run(p);

  EXPECT_EQ(bench().result(reads + 6 * 4) & regs::Isr::kSendMask, 0u);
  EXPECT_NE(bench().result(reads + 7 * 4) & regs::Isr::kSendMask, 0u);
}

TEST_P(SendOfChip, SentIsClearedByTheNextStart) {
  Program p;
  send(p, 0, 2);
  p.nops(10);
  const auto before = p.read(regs::Isr::kOffset);
  send(p, 0, 30);
  const auto after = p.read(regs::Isr::kOffset);
  p.stay();

  run(p);

  EXPECT_NE(bench().result(before) & regs::Isr::kSendMask, 0u);
  EXPECT_EQ(bench().result(after) & regs::Isr::kSendMask, 0u);
}

TEST_P(SendOfChip, ReadyWhenTheTailHasGoneToTheLinkAndNotBefore) {
  Program p;
  send(p, 0, 8);
  const auto reads = p.read_often(regs::Isr::kOffset, 40);
  p.stay();

  run(p);

  const Time last_word = bench().sent.times.at(28);
  for (auto at = reads; at < reads + 160; at += 4)
    EXPECT_EQ((bench().result(at) & regs::Isr::kSendRdyMask) != 0,
              last_word < bench().begin(at) + 30_ns)
        << bench().clock(at);
}

/// Clocks from the write of the limit to the first byte.
std::int64_t clocks_to_link(Bench& bench, Program::Address start) {
  return (bench.sent.times.at(0) - bench.begin(start)) / 30_ns;
}

TEST_P(SendOfChip, LinkStartsWhenEnoughWordsWait) {
  ChipParams params = slow_link();
  params.send_start = 5;
  Program p;
  const auto start = send(p, 0, 16);
  p.stay();

  run(p, params);

  EXPECT_EQ(clocks_to_link(bench(), start), 1 + 5);
}

TEST_P(SendOfChip, LinkStartsWithFewerWordsIfTheTransferHasEnded) {
  Program p;
  const auto start = send(p, 0, 3);
  p.stay();

  run(p);

  EXPECT_EQ(clocks_to_link(bench(), start), 1 + 3);
}

class StopOfChip : public SendOfChip {
 protected:
  /// Bytes sent when a STOP arrives at the link so long after the first byte.
  std::size_t sent_until(Time stop, Cycles stopped = 300_cycles) {
    Program p;
    const auto start = send(p, 0, 32);
    p.stay();
    Bench bench(GetParam(), p, slow_link());
    bench.load(kPacket, data());
    bench.start();
    while (!bench.reached(start)) bench.run_clock();
    first = bench.begin(start) + 9 * 30_ns;
    bench.arrive_flow(first + stop, true);
    bench.run(stopped);
    rested = bench.chip.resting();
    bench.arrive_flow(go = bench.now() + 12345_ps, false);
    bench.run(300_cycles);
    sent = bench.sent;
    const auto late =
        std::find_if(sent.times.begin(), sent.times.end(), [this](Time t) { return t >= go; });
    return static_cast<std::size_t>(late - sent.times.begin());
  }
  Time first, go;
  bool rested = false;  ///< before GO came
  Sent sent;
};
FLYBAR_BOTH_STEPPINGS(StopOfChip);

TEST_P(StopOfChip, WordWhoseTurnComesWithTheStopDoesNotGo) {
  EXPECT_EQ(sent_until(200_ns), 20u);
}

TEST_P(StopOfChip, WordThatBeganBeforeTheStopGoesWhole) {
  EXPECT_EQ(sent_until(200001_ps), 24u);
}

TEST_P(StopOfChip, StopBeforeTheFirstWordHoldsThePacketBack) {
  EXPECT_EQ(sent_until(0_ns), 0u);
}

/// Nobody knows of such a STOP before the first byte has been sent.
TEST_P(StopOfChip, StopThatAnswersTheFirstByteIsNotTooLate) {
  Program p;
  send(p, 0, 32);
  p.stay();
  Bench bench(GetParam(), p, slow_link());
  bench.load(kPacket, data());
  bench.chip.set_shortest_echo(400_ns);
  bench.on_first_byte = [&](Time at) { bench.arrive_flow(at + 400_ns, true); };

  bench.go(600_cycles);

  EXPECT_EQ(bench.sent.bytes.size(), 40u);
}

TEST_P(StopOfChip, NextWordGoesAtTheInstantOfGo) {
  sent_until(200_ns);

  ASSERT_EQ(sent.times.size(), 128u);
  EXPECT_EQ(sent.times[20], go);
  EXPECT_EQ(sent.bytes, data(0, 128));
}

TEST_P(StopOfChip, ChipThatOnlyWaitsForGoRestsAndMissesNothing) {
  sent_until(200_ns, 3000_cycles);

  ASSERT_EQ(sent.times.size(), 128u);
  EXPECT_EQ(rested, GetParam() == Stepping::kFast);
  EXPECT_EQ(sent.times[20], go);
  EXPECT_EQ(sent.bytes, data(0, 128));
}

/// Fewer words than the link waits for at its start: they were all of their transfer.
TEST_P(StopOfChip, WhatWaitsForGoGoesWithItAlthoughMoreIsBeingFetched) {
  Program p;
  send(p, 0, 3, regs::Sml::kOffset);
  p.nops(60);
  const auto more = p.write(regs::Smlt::kOffset, kPacket + 31 * 4);
  p.stay();
  Bench bench(GetParam(), p, slow_link());
  bench.load(kPacket, data());
  bench.start();
  bench.arrive_flow(bench.now(), true);
  while (!bench.reached(more)) bench.run_clock();
  bench.arrive_flow(go = bench.now() + 12345_ps, false);
  bench.run(300_cycles);

  ASSERT_EQ(bench.sent.times.size(), 128u);
  EXPECT_EQ(bench.sent.times[0], go);
}

TEST_P(StopOfChip, ResetDoesNotForgetThatTheLinkWasStopped) {
  Program p;
  send(p, 0, 32);
  p.stay();
  Bench bench(GetParam(), p, slow_link());
  bench.load(kPacket, data());
  bench.start();
  bench.arrive_flow(bench.now(), true);
  bench.run(300_cycles);
  EXPECT_EQ(bench.sent.bytes.size(), 0u);

  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  bench.run(300_cycles);
  bench.host_write(board::Control::kOffset, board::Control::kResetOffMask);
  bench.run(600_cycles);
  EXPECT_EQ(bench.sent.bytes.size(), 0u);

  bench.arrive_flow(bench.now(), false);
  bench.run(600_cycles);
  EXPECT_EQ(bench.sent.bytes.size(), 128u);
}

}  // namespace
}  // namespace flybar::lanai
