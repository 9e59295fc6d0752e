/// What does the host find on the board, when is it answered, and what does that cost the chip?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

class HostPortOfChip : public BothSteppings {
 protected:
  static Program idle() {
    Program p;
    p.stay();
    return p;
  }
};
FLYBAR_BOTH_STEPPINGS(HostPortOfChip);

TEST_P(HostPortOfChip, ReadIsAnsweredAClockAfterItsAccess) {
  ChipParams params;
  params.pio_latency = 6_cycles;
  Bench bench(GetParam(), idle(), params);
  bench.go(50_cycles);
  const Time begin = bench.now();

  EXPECT_EQ(bench.host_read(0), 0xE0000000u);
  EXPECT_EQ(bench.last.first_data, begin + bench.clocks(6 + 1));
}

TEST_P(HostPortOfChip, BurstMovesAWordInEachBusClock) {
  Bench bench(GetParam(), idle());
  bench.go(50_cycles);
  std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Time begin = bench.now();

  const pci::Burst burst = bench.host_access(tlm::TLM_WRITE_COMMAND, 0x2000, bytes);

  EXPECT_EQ(bench.word(0x2008), 0x090A0B0Cu);
  EXPECT_EQ(burst.first_data, begin + bench.clocks(5));
  EXPECT_EQ(burst.interval, 30_ns);
  EXPECT_EQ(burst.moved, 3u);
  EXPECT_EQ(bench.now(), begin + bench.clocks(4 + 3));
}

TEST_P(HostPortOfChip, ProgramIsThereAtOnceAfterItWasWritten) {
  Program p;
  p.nops(20);
  const auto load = p.load(5, 0x2000);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(5_cycles);

  bench.host_write(0x2000, 0x12345678);
  bench.run(30_cycles);

  EXPECT_EQ(bench.result(load), 0x12345678u);
}

/// Clocks without a fetch that an access of the host costs.
std::uint64_t fetches_lost(Stepping stepping, std::int64_t accesses, std::uint32_t offset) {
  ChipParams params;
  params.accesses_per_clock = accesses;
  Program p;
  p.nops(200);
  p.stay();
  Bench bench(stepping, p, params);
  bench.go(20_cycles);
  bench.host_read(offset);
  bench.run(20_cycles);
  return bench.counters().fetch_stalls();
}

TEST_P(HostPortOfChip, SramReadTakesOneAccessFromTheProcessor) {
  EXPECT_EQ(fetches_lost(GetParam(), 1, 0x2000), 1u);
}

TEST_P(HostPortOfChip, SramReadLeavesTheProcessorOneOfTwoAccesses) {
  EXPECT_EQ(fetches_lost(GetParam(), 2, 0x2000), 0u);
}

/// A loop of a load and so many idle clocks.
struct LoadingLoop : Program {
  explicit LoadingLoop(int idle) {
    write(regs::Rmp::kOffset, 0x2000);
    write(regs::Rml::kOffset, 0x20FC);
    load_at = load(5, 0x3000);
    nops(idle);
    word(0xE0000000 | load_at);
    nops(1);
  }
  Address load_at;
};

/// After so many clocks the host reads the word that the loop loads, in the clock of that load; in
/// the next one a word comes from the link.
void put_off_load(Bench& bench, Cycles clocks) {
  bench.chip.observe_instructions(false);
  bench.go(clocks);
  const Time due = bench.now() + bench.clocks(4);
  bench.arrive(due + bench.clocks(1) - bench.chip.params().byte_time * 4, {1, 2, 3, 4}, false);
  bench.host_read(0x3000);
  bench.run(20_cycles);
}

/// An idle loop looked as if it had not fetched yet what the host had put off.
TEST_P(HostPortOfChip, WhatTheHostPutsOffIsNotPutOffAgainByTheNextClocksWord) {
  Bench bench(GetParam(), LoadingLoop(0));

  put_off_load(bench, 3001_cycles);

  EXPECT_EQ(bench.counters().data_stalls, 1u);
  EXPECT_EQ(bench.counters().fetch_stalls(), 0u);
}

/// What is left of a long lap was longer than a window.
TEST_P(HostPortOfChip, WhatTheHostPutsOffAtTheEndOfALongLapIsPutOffOnce) {
  const LoadingLoop loop(300);
  Bench bench(GetParam(), loop);

  put_off_load(bench, 20301_cycles);

  EXPECT_EQ(bench.counters().data_stalls, 1u);
  EXPECT_EQ(bench.chip.core().place().pc, loop.load_at + 4 * 19);
}

TEST_P(HostPortOfChip, RegisterReadTakesNoAccess) {
  EXPECT_EQ(fetches_lost(GetParam(), 1, board::kRegisterOffset + regs::Isr::kOffset), 0u);
}

TEST_P(HostPortOfChip, HostDmaWaitsAClockForTheHostsWord) {
  Program p;
  p.write(regs::Lar::kOffset, 0x2000);
  p.write(regs::DmaCtr::kOffset, 256);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(45_cycles);

  bench.host_write(0x3000, 1);
  bench.run_to(4_us);

  const Time first = bench.memory.requests.at(0).at + bench.memory.latency;
  EXPECT_GT(bench.last.first_data, first);
  EXPECT_EQ(bench.memory.done.at(0).at, first + bench.clocks(63 + 1));
}

TEST_P(HostPortOfChip, SpecialRegistersAreThoseOfTheProcessor) {
  Program p;
  p.write(regs::Ear::kOffset, 0x12345678);
  p.nops(30);
  const auto read = p.read(regs::Lar::kOffset);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(5_cycles);

  EXPECT_EQ(bench.host_register(regs::Ear::kOffset), 0x12345678u);
  bench.set_host_register(regs::Lar::kOffset, 0x2000);
  bench.run(40_cycles);

  EXPECT_EQ(bench.result(read), 0x2000u);
}

TEST_P(HostPortOfChip, ResetStopsTheProcessorAndClearsTheRegisters) {
  Program p;
  p.write(regs::Eimr::kOffset, 0xFF);
  p.write(regs::DmaCtr::kOffset, 64);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(10_cycles);

  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  const auto before = bench.counters().instructions;
  bench.run(100_cycles);

  EXPECT_EQ(bench.counters().instructions, before);
  EXPECT_TRUE(bench.memory.requests.empty());
  EXPECT_EQ(bench.host_register(regs::Eimr::kOffset), 0u);
  EXPECT_EQ(bench.host_register(regs::DmaCtr::kOffset), 0u);
  EXPECT_EQ(bench.host_register(regs::Isr::kOffset), regs::Isr::kSendRdyMask);
}

TEST_P(HostPortOfChip, ResetOffBeginsAtAddressZeroInTheClockOfTheWrite) {
  Program p;
  const auto first = p.add(5, 5, 1);
  p.nops(20);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(10_cycles);
  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  bench.run(10_cycles);

  bench.host_write(board::Control::kOffset, board::Control::kResetOffMask);
  bench.run(5_cycles);

  EXPECT_EQ(bench.begin(first) + 30_ns, bench.last.first_data);
  EXPECT_EQ(bench.result(first), 1u);
}

TEST_P(HostPortOfChip, ResetKeepsTheSram) {
  Bench bench(GetParam(), idle());
  bench.go(10_cycles);
  bench.host_write(0x2000, 7);

  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);

  EXPECT_EQ(bench.host_read(0x2000), 7u);
}

TEST_P(HostPortOfChip, ControlTellsTheLastPairsWritten) {
  using board::Control;
  Bench bench(GetParam(), idle());
  bench.go(10_cycles);
  EXPECT_EQ(bench.host_read(Control::kOffset),
            Control::kResetOffMask | Control::kInterruptDisableMask);

  bench.host_write(Control::kOffset, Control::kInterruptEnableMask);

  EXPECT_EQ(bench.host_read(Control::kOffset),
            Control::kResetOffMask | Control::kInterruptEnableMask);
}

TEST_P(HostPortOfChip, WakeSetsItsBitOfTheStatus) {
  Bench bench(GetParam(), idle());
  bench.go(10_cycles);

  bench.host_write(board::Control::kOffset, board::Control::kWakeOnMask);

  EXPECT_NE(bench.host_register(regs::Isr::kOffset) & regs::Isr::kWakeMask, 0u);
}

TEST_P(HostPortOfChip, EepromTellsVersionAndSram) {
  Bench bench(GetParam(), idle());
  bench.go(10_cycles);
  const auto eeprom = [&](std::uint32_t at) { return bench.host_read(board::kEepromOffset + at); };

  EXPECT_EQ(eeprom(board::Eeprom::kClockValue), board::kClockValue41);
  EXPECT_EQ(eeprom(board::Eeprom::kCpuVersion) >> 16, board::kCpuVersion41);
  EXPECT_EQ(eeprom(board::Eeprom::kSramSize), 256u * 1024);
}

TEST_P(HostPortOfChip, NothingBehindTheSram) {
  Bench bench(GetParam(), idle());
  bench.go(10_cycles);

  bench.host_write(0x3FFFC, 5);
  bench.host_write(0x40000, 6);

  EXPECT_EQ(bench.host_read(0x3FFFC), 5u);
  EXPECT_EQ(bench.host_read(0x40000), 0u);
}

TEST_P(HostPortOfChip, MegabyteOfSramHasItsOwnPlace) {
  ChipParams params;
  params.sram = 1024_KB;
  Bench bench(GetParam(), idle(), params);
  bench.go(10_cycles);

  bench.host_write(board::kSram1mbOffset + 0xFFFFC, 9);

  EXPECT_EQ(bench.word(0xFFFFC), 9u);
}

TEST_P(HostPortOfChip, ResetStopsTheIntervalTimer) {
  Program p;
  p.write(regs::It::kOffset, 2);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(10_cycles);

  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  bench.run(200_cycles);
  bench.host_write(board::Control::kOffset, board::Control::kResetOffMask);
  bench.run(10_cycles);

  EXPECT_EQ(bench.host_register(regs::Isr::kOffset) & regs::Isr::kTimeMask, 0u);
}

}  // namespace
}  // namespace flybar::lanai
