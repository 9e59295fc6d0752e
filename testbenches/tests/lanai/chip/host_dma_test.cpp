/// Does the host DMA keep to its times, its burst lengths and the rules of the bus?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kHost = 0x10000, kBuffer = 0x2000;

class HostDmaOfChip : public BothSteppings {};
FLYBAR_BOTH_STEPPINGS(HostDmaOfChip);

/// Where DMA_CTR is written.
Program::Address dma(Program& p, std::uint32_t bytes, bool to_sram = true,
                     std::uint32_t host = kHost, std::uint32_t sram = kBuffer) {
  p.write(regs::Ear::kOffset, host);
  p.write(regs::Lar::kOffset, sram);
  p.write(regs::DmaDir::kOffset, to_sram);
  return p.write(regs::DmaCtr::kOffset, bytes);
}

Program one_dma(std::uint32_t bytes) {
  Program p;
  dma(p, bytes);
  p.stay();
  return p;
}

TEST_P(HostDmaOfChip, AsksForTheBusAfterItsStartDelay) {
  Program p;
  const auto start = dma(p, 64);
  p.stay();
  ChipParams params;
  params.host_dma_start = 7_cycles;
  Bench bench(GetParam(), p, params);

  bench.go(100_cycles);

  EXPECT_EQ(bench.memory.requests.at(0).at, bench.begin(start) + bench.clocks(1 + 7));
}

TEST_P(HostDmaOfChip, ReadIsAskedForWithItsAddressAndLength) {
  Bench bench(GetParam(), one_dma(64));

  bench.go(100_cycles);

  ASSERT_EQ(bench.memory.requests.size(), 1u);
  EXPECT_EQ(bench.memory.requests[0].address, kHost);
  EXPECT_EQ(bench.memory.requests[0].bytes, 64u);
  EXPECT_TRUE(bench.memory.requests[0].read);
}

TEST_P(HostDmaOfChip, ReadBringsHostMemoryToTheSram) {
  Bench bench(GetParam(), one_dma(64));

  bench.go(100_cycles);

  for (std::uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(bench.chip.sram().byte(kBuffer + i), HostMemory::byte(kHost + i));
  EXPECT_EQ(bench.word(kBuffer + 64), 0u);
}

TEST_P(HostDmaOfChip, WriteBringsTheSramToHostMemory) {
  Program p;
  dma(p, 8, false);
  p.stay();
  Bench bench(GetParam(), p);
  const std::vector<std::uint8_t> data{1, 2, 3, 4, 5, 6, 7, 8};
  bench.load(kBuffer, data);

  bench.go(100_cycles);

  EXPECT_FALSE(bench.memory.requests.at(0).read);
  EXPECT_EQ(bench.memory.done.at(0).bytes, data);
}

/// Words that have moved by the end of the clock in which `at` retired.
std::int64_t moved(const Bench& bench, Program::Address at, std::int64_t all) {
  const Time first = bench.memory.requests.at(0).at + bench.memory.latency;
  const Time now = bench.begin(at);
  return now < first ? 0 : std::min(all, (now - first) / bench.memory.interval + 1);
}

/// Reads a register in each clock of a DMA of 16 words with one wait state, and expects `first`
/// changed by `step` with each word.
void expect_progress(Stepping stepping, std::uint32_t reg, std::uint32_t first, int step) {
  Program p;
  dma(p, 64);
  const auto reads = p.read_often(reg, 80);
  p.stay();
  Bench bench(stepping, p);
  bench.memory.interval = 60_ns;

  bench.go(200_cycles);

  EXPECT_EQ(moved(bench, reads + 79 * 4, 16), 16);
  for (auto at = reads; at < reads + 80 * 4; at += 4)
    EXPECT_EQ(bench.result(at), first + moved(bench, at, 16) * step) << bench.clock(at);
}

TEST_P(HostDmaOfChip, CounterTellsTheBytesLeftWhileItRuns) {
  expect_progress(GetParam(), regs::DmaCtr::kOffset, 64, -4);
}

TEST_P(HostDmaOfChip, HostAddressAdvancesWithEachWord) {
  expect_progress(GetParam(), regs::Ear::kOffset, kHost, 4);
}

TEST_P(HostDmaOfChip, SramAddressAdvancesWithEachWord) {
  expect_progress(GetParam(), regs::Lar::kOffset, kBuffer, 4);
}

TEST_P(HostDmaOfChip, DoneComesWithTheLastWordAndNotBefore) {
  Program p;
  dma(p, 64);
  const auto reads = p.read_often(regs::Isr::kOffset, 80);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(200_cycles);

  for (auto at = reads; at < reads + 80 * 4; at += 4)
    EXPECT_EQ((bench.result(at) & regs::Isr::kDmaMask) != 0, moved(bench, at, 16) == 16);
}

TEST_P(HostDmaOfChip, DoneIsClearedByTheNextStart) {
  Program p;
  dma(p, 4);
  p.nops(60);
  const auto before = p.read(regs::Isr::kOffset);
  dma(p, 4);
  const auto after = p.read(regs::Isr::kOffset);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(150_cycles);

  EXPECT_NE(bench.result(before) & regs::Isr::kDmaMask, 0u);
  EXPECT_EQ(bench.result(after) & regs::Isr::kDmaMask, 0u);
}

TEST_P(HostDmaOfChip, NoBytesAreDoneWithoutTheBus) {
  Program p;
  dma(p, 0);
  const auto read = p.read(regs::Isr::kOffset);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(100_cycles);

  EXPECT_NE(bench.result(read) & regs::Isr::kDmaMask, 0u);
  EXPECT_TRUE(bench.memory.requests.empty());
}

/// Lengths of the bursts of a DMA.
std::vector<std::uint32_t> bursts(const Bench& bench) {
  std::vector<std::uint32_t> lengths;
  for (const auto& request : bench.memory.requests) lengths.push_back(request.bytes);
  return lengths;
}

std::vector<std::uint32_t> bursts_with(Stepping stepping, std::uint32_t enables) {
  Program p;
  p.write(regs::DmaSts::kOffset, enables);
  dma(p, 48);
  p.stay();
  Bench bench(stepping, p);
  bench.go(400_cycles);
  return bursts(bench);
}

TEST_P(HostDmaOfChip, BurstsOfAnyLengthAreOneTransaction) {
  EXPECT_EQ(bursts_with(GetParam(), 0xF), (std::vector<std::uint32_t>{48}));
}

TEST_P(HostDmaOfChip, LongestEnabledBurstIsEightWords) {
  EXPECT_EQ(bursts_with(GetParam(), 7), (std::vector<std::uint32_t>{32, 16}));
}

TEST_P(HostDmaOfChip, LongestEnabledBurstIsFourWords) {
  EXPECT_EQ(bursts_with(GetParam(), 3), (std::vector<std::uint32_t>{16, 16, 16}));
}

TEST_P(HostDmaOfChip, WithoutBurstsEachWordIsATransaction) {
  EXPECT_EQ(bursts_with(GetParam(), 0), (std::vector<std::uint32_t>(12, 4)));
}

TEST_P(HostDmaOfChip, BoardSplitsLongTransfers) {
  ChipParams params;
  params.host_dma_burst = 64_B;
  Bench bench(GetParam(), one_dma(132), params);

  bench.go(300_cycles);

  EXPECT_EQ(bursts(bench), (std::vector<std::uint32_t>{64, 64, 4}));
}

TEST_P(HostDmaOfChip, NextBurstIsAskedForInTheClockThatEndsTheLast) {
  ChipParams params;
  params.host_dma_burst = 64_B;
  Bench bench(GetParam(), one_dma(128), params);

  bench.go(300_cycles);

  EXPECT_EQ(bench.memory.requests.at(1).at, bench.memory.done.at(0).at);
  EXPECT_EQ(bench.memory.requests.at(1).address, kHost + 64);
}

TEST_P(HostDmaOfChip, AsksAgainTwoBusClocksAfterARetry) {
  Bench bench(GetParam(), one_dma(64));
  bench.memory.answers = {0};

  bench.go(200_cycles);

  ASSERT_EQ(bench.memory.requests.size(), 2u);
  EXPECT_EQ(bench.memory.requests[1].at,
            bench.memory.requests[0].at + bench.memory.latency + 60_ns);
  EXPECT_EQ(bench.memory.requests[1].bytes, 64u);
}

TEST_P(HostDmaOfChip, AsksForTheRestTwoBusClocksAfterADisconnect) {
  Bench bench(GetParam(), one_dma(64));
  bench.memory.answers = {3};

  bench.go(200_cycles);

  ASSERT_EQ(bench.memory.requests.size(), 2u);
  EXPECT_EQ(bench.memory.done[0].words, 3u);
  EXPECT_EQ(bench.memory.requests[1].at, bench.memory.done[0].at + 60_ns);
  EXPECT_EQ(bench.memory.requests[1].address, kHost + 12);
  EXPECT_EQ(bench.memory.requests[1].bytes, 52u);
}

/// Words moved by a burst that may not go beyond this time after its first data phase.
std::uint32_t words_of_stopped(Stepping stepping, Time after_first) {
  Bench bench(stepping, one_dma(64));
  bench.start();
  while (bench.memory.requests.empty()) bench.run_clock();
  bench.stop_burst(bench.memory.requests[0].at + bench.memory.latency + after_first);
  bench.run(100_cycles);
  return bench.memory.done.at(0).words;
}

TEST_P(HostDmaOfChip, StoppedBurstEndsWithTheDataPhaseAtThatTime) {
  EXPECT_EQ(words_of_stopped(GetParam(), 60_ns), 3u);
}

TEST_P(HostDmaOfChip, StoppedBurstHasNoDataPhaseLaterThanThatTime) {
  EXPECT_EQ(words_of_stopped(GetParam(), 59999_ps), 2u);
}

TEST_P(HostDmaOfChip, StoppedBurstCompletesTheDataPhaseUnderWay) {
  EXPECT_EQ(words_of_stopped(GetParam(), 0_ns - 90_ns), 1u);
}

/// The host writes to the SRAM in the clock in which the second word is due.
TEST_P(HostDmaOfChip, WordThatTheHostsAccessPutsOffPutsOffThoseBehindIt) {
  Bench bench(GetParam(), one_dma(32));
  bench.memory.interval = 60_ns;
  bench.start();
  while (bench.memory.requests.empty()) bench.run_clock();
  const Time first = bench.memory.requests[0].at + bench.memory.latency;
  bench.run_to(first + 60_ns - bench.clocks(4));

  bench.host_write(0x3000, 1);
  bench.run(100_cycles);

  EXPECT_EQ(bench.memory.done.at(0).at, first + 7 * 60_ns + bench.clocks(1));
}

}  // namespace
}  // namespace flybar::lanai
