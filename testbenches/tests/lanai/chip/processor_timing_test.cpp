/// When does the processor wait?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kData = 0x2000;

class ProcessorTiming : public BothSteppings {};
FLYBAR_BOTH_STEPPINGS(ProcessorTiming);

ChipParams one_access() {
  ChipParams params;
  params.accesses_per_clock = 1;
  return params;
}

TEST_P(ProcessorTiming, OneInstructionInAClock) {
  Program p;
  const auto first = p.add(5, 0, 1), second = p.add(6, 5, 1);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(20_cycles);

  EXPECT_EQ(bench.clock(second) - bench.clock(first), 1);
}

TEST_P(ProcessorTiming, EachClockSinceItsReleaseFromResetBelongsToAnInstruction) {
  Program p;
  p.stay();
  Bench bench(GetParam(), p);

  bench.run(1000_cycles);  // held in reset
  bench.go(5000_cycles);
  bench.chip.catch_up(bench.now());

  EXPECT_GE(bench.counters().clocks, 5000u);
  EXPECT_EQ(bench.cycles_of_instructions(), bench.counters().clocks);
}

TEST_P(ProcessorTiming, AProgramThatOnlyLooksWaitsInAllOfItsLaps) {
  Program p;
  const auto again = p.load(6, kData);
  p.word(0xE0000000 | again);
  p.nops(1);
  Bench bench(GetParam(), p);

  bench.go(5000_cycles);
  bench.chip.catch_up(bench.now());

  EXPECT_GE(bench.counters().waits, bench.counters().instructions - 8);
}

TEST_P(ProcessorTiming, ALapThatWritesASpecialRegisterIsWork) {
  Program p;
  const auto again = p.write(regs::Lar::kOffset, 0);
  p.word(0xE0000000 | (again - 8));  // the write sets its value in two instructions before
  p.nops(1);
  Bench bench(GetParam(), p);

  bench.go(5000_cycles);
  bench.chip.catch_up(bench.now());

  EXPECT_EQ(bench.counters().waits, 0u);
}

TEST_P(ProcessorTiming, InstructionThatUsesALoadWaitsOneClock) {
  Program p;
  const auto load = p.load(6, kData), use = p.add(7, 6, 0);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(20_cycles);

  EXPECT_EQ(bench.clock(use) - bench.clock(load), 2);
  EXPECT_EQ(bench.counters().load_use_stalls, 1u);
}

TEST_P(ProcessorTiming, SecondInstructionAfterALoadDoesNotWait) {
  Program p;
  const auto load = p.load(6, kData), other = p.add(8, 9, 0), use = p.add(7, 6, 0);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(20_cycles);

  EXPECT_EQ(bench.clock(other) - bench.clock(load), 1);
  EXPECT_EQ(bench.clock(use) - bench.clock(load), 2);
}

TEST_P(ProcessorTiming, DataAccessWaitsForTheNextClockIfOneAccessIsLeft) {
  Program p;
  const auto before = p.add(5, 0, 0), store = p.store(5, kData), after = p.add(5, 0, 0);
  p.stay();
  Bench bench(GetParam(), p, one_access());

  bench.go(20_cycles);

  EXPECT_EQ(bench.clock(store) - bench.clock(before), 2);
  EXPECT_EQ(bench.clock(after) - bench.clock(store), 1);
  EXPECT_EQ(bench.counters().data_stalls, 1u);
}

TEST_P(ProcessorTiming, DataAccessGoesWithTheFetchIfTwoAreLeft) {
  Program p;
  const auto before = p.add(5, 0, 0), store = p.store(5, kData);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(20_cycles);

  EXPECT_EQ(bench.clock(store) - bench.clock(before), 1);
}

TEST_P(ProcessorTiming, SpecialRegisterNeedsNoAccess) {
  Program p;
  const auto before = p.add(5, 0, 0), read = p.read(regs::Isr::kOffset);
  p.stay();
  Bench bench(GetParam(), p, one_access());

  bench.go(20_cycles);

  EXPECT_EQ(bench.clock(read) - bench.clock(before), 1);
}

TEST_P(ProcessorTiming, NothingIsFetchedWhileTheHostDmaTakesTheOnlyAccess) {
  Program p;
  p.write(regs::DmaCtr::kOffset, 64);
  p.nops(40);
  p.stay();
  Bench bench(GetParam(), p, one_access());

  bench.go(100_cycles);

  EXPECT_EQ(bench.counters().fetch_stalls(), 16u);
}

TEST_P(ProcessorTiming, LoadsTakeTwoClocksWhileTheHostDmaTakesOneAccess) {
  Program p;
  p.write(regs::DmaCtr::kOffset, 256);
  for (int i = 0; i < 80; ++i) p.load(6, kData);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(200_cycles);

  EXPECT_EQ(bench.counters().data_stalls, 32u);
}

constexpr std::uint32_t kAnd = 4, kOr = 5;

/// ld [%r20 op %r21], %r6: an address that is worked out the long way.
void load_of(Program& p, std::uint32_t operation, std::uint32_t base, std::uint32_t index) {
  p.set(20, base);
  p.set(21, index);
  p.word(0xA0000000 | 6 << 23 | 20 << 18 | 2 << 16 | 21 << 11 | operation << 8 | 2);
}

TEST_P(ProcessorTiming, ProcessorFirstAsksForTheDataOfAnyAddress) {
  Program p;
  load_of(p, kAnd, kSpecialBase, kData);
  p.stay();
  ChipParams params;
  params.arbitration = Arbitration::kCpuHostReceiveSend;
  Bench bench(GetParam(), p, params);

  bench.go(20_cycles);

  EXPECT_EQ(bench.counters().data_stalls, 0u);
}

TEST_P(ProcessorTiming, ProcessorFirstAsksOnlyForTheFetchOfASpecialAccess) {
  Program p;
  load_of(p, kOr, regs::Ear::kOffset, kSpecialBase);
  const auto first = p.end() - 4;
  p.stay();
  ChipParams params;
  params.arbitration = Arbitration::kCpuHostReceiveSend;
  Bench bench(GetParam(), p, params);
  bench.start();
  while (bench.chip.core().place().pc != first) bench.run_clock();

  EXPECT_EQ(bench.chip.core().wants(), 1);
}

}  // namespace
}  // namespace flybar::lanai
