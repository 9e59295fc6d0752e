/// Do the real-time clock and the interval timer tick as they should?
#include "models/lanai/registers/timers.h"

#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

TEST(Timers, RealTimeAdvancesWithEachTickAndNotBefore) {
  const Timers timers(500_ns);

  EXPECT_EQ(timers.real_time(499999_ps), 0u);
  EXPECT_EQ(timers.real_time(500_ns), 1u);
  EXPECT_EQ(timers.real_time(1_ms), 2000u);
}

TEST(Timers, RealTimeGoesOnFromWhatWasWritten) {
  Timers timers(500_ns);

  timers.set_real_time(700_ns, 0xFFFFFFFF);

  EXPECT_EQ(timers.real_time(999_ns), 0xFFFFFFFFu);
  EXPECT_EQ(timers.real_time(1_us), 0u);
}

TEST(Timers, IntervalCountsDownWithTheSameTicks) {
  Timers timers(500_ns);

  timers.set_interval(700_ns, 2);

  EXPECT_EQ(timers.interval(999_ns), 2u);
  EXPECT_EQ(timers.interval(1_us), 1u);
  EXPECT_EQ(timers.interval(2_us), 0xFFFFFFFFu);
}

TEST(Timers, IntervalExpiresOnceWhenItPassesZero) {
  Timers timers(500_ns);
  timers.set_interval(700_ns, 2);

  EXPECT_FALSE(timers.expired(1999999_ps));
  EXPECT_TRUE(timers.expired(2_us));
  EXPECT_FALSE(timers.expired(3_us));
}

TEST(Timers, IntervalThatWasNeverWrittenDoesNotExpire) {
  Timers timers(500_ns);

  EXPECT_FALSE(timers.expired(1_ms));
  EXPECT_EQ(timers.expiry(), Time::never());
}

class TimersOfChip : public BothSteppings {};
FLYBAR_BOTH_STEPPINGS(TimersOfChip);

TEST_P(TimersOfChip, ProcessorReadsTheTimeOfItsClock) {
  Program p;
  const auto set = p.write(regs::Rtc::kOffset, 1000);
  const auto reads = p.read_often(regs::Rtc::kOffset, 60);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(100_cycles);

  EXPECT_GE(bench.result(reads + 59 * 4), 1003u);
  for (auto at = reads; at < reads + 60 * 4; at += 4)
    EXPECT_EQ(bench.result(at), 1000 + bench.begin(at) / 500_ns - bench.begin(set) / 500_ns);
}

TEST_P(TimersOfChip, TimeBitComesWhenTheIntervalPassesZeroAndNotBefore) {
  Program p;
  const auto set = p.write(regs::It::kOffset, 1);
  const auto reads = p.read_often(regs::Isr::kOffset, 60);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(100_cycles);

  const Time passes = 500_ns * (bench.begin(set) / 500_ns + 2);
  EXPECT_GE(bench.begin(reads + 59 * 4), passes);
  for (auto at = reads; at < reads + 60 * 4; at += 4)
    EXPECT_EQ((bench.result(at) & regs::Isr::kTimeMask) != 0, bench.begin(at) >= passes);
}

TEST_P(TimersOfChip, WritingTheTimeBitClearsItForGood) {
  Program p;
  p.write(regs::It::kOffset, 0);
  p.nops(40);
  const auto before = p.read(regs::Isr::kOffset);
  p.write(regs::Isr::kOffset, regs::Isr::kTimeMask);
  p.nops(40);
  const auto after = p.read(regs::Isr::kOffset);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(150_cycles);

  EXPECT_NE(bench.result(before) & regs::Isr::kTimeMask, 0u);
  EXPECT_EQ(bench.result(after) & regs::Isr::kTimeMask, 0u);
}

TEST_P(TimersOfChip, TimeBitWakesALoopThatWaitsForNothingElse) {
  Program p;
  p.write(regs::It::kOffset, 40);
  const auto loop = p.end();
  p.read(regs::Isr::kOffset, 7);
  p.word(0x40020000 | 7 << 18 | regs::Isr::kTimeMask);  // and.f
  p.word(0xE6000001 | loop);                            // beq
  p.nops(1);
  const auto woken = p.add(8, 0, 0);
  p.stay();
  Bench bench(GetParam(), p);

  bench.go(1000_cycles);

  ASSERT_TRUE(bench.reached(woken));
  EXPECT_GE(bench.begin(woken), 20_us + 500_ns);
  EXPECT_LT(bench.begin(woken), 20_us + 500_ns + 300_ns);
}

}  // namespace
}  // namespace flybar::lanai
