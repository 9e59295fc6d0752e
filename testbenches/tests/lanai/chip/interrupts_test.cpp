/// Who may set and clear the signals between host and processor, and when is the host interrupted?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kHostSignal = regs::Isr::kHostSigMask, kSignal3 = regs::Isr::kLan3SigMask;

class SignalsOfChip : public BothSteppings {
 protected:
  /// ISR after the processor wrote it and, if `host` is not 0, the host after it.
  std::uint32_t after(std::uint32_t processor, std::uint32_t host) {
    Program p;
    p.write(regs::Isr::kOffset, processor);
    p.stay();
    Bench bench(GetParam(), p);
    bench.go(10_cycles);
    if (host) bench.set_host_register(regs::Isr::kOffset, host);
    return bench.host_register(regs::Isr::kOffset);
  }
};
FLYBAR_BOTH_STEPPINGS(SignalsOfChip);

TEST_P(SignalsOfChip, ProcessorSetsTheHostSignal) {
  EXPECT_EQ(after(kHostSignal, 0) & kHostSignal, kHostSignal);
}

TEST_P(SignalsOfChip, HostClearsTheHostSignal) {
  EXPECT_EQ(after(kHostSignal, kHostSignal) & kHostSignal, 0u);
}

TEST_P(SignalsOfChip, HostCannotSetTheHostSignal) {
  EXPECT_EQ(after(0, kHostSignal) & kHostSignal, 0u);
}

TEST_P(SignalsOfChip, HostLeavesTheHostSignalBySettingAnother) {
  EXPECT_EQ(after(kHostSignal, kSignal3) & (kHostSignal | kSignal3), kHostSignal | kSignal3);
}

TEST_P(SignalsOfChip, ProcessorCannotSetItsOwnSignals) {
  EXPECT_EQ(after(kSignal3, 0) & kSignal3, 0u);
}

TEST_P(SignalsOfChip, ProcessorSeesAndClearsTheSignalOfTheHost) {
  Program p;
  p.nops(60);
  const auto before = p.read(regs::Isr::kOffset);
  p.write(regs::Isr::kOffset, kSignal3);
  const auto cleared = p.read(regs::Isr::kOffset);
  p.stay();
  Bench bench(GetParam(), p);
  bench.go(10_cycles);

  bench.set_host_register(regs::Isr::kOffset, kSignal3);
  bench.run(80_cycles);

  EXPECT_EQ(bench.result(before) & kSignal3, kSignal3);
  EXPECT_EQ(bench.result(cleared) & kSignal3, 0u);
}

class InterruptOfChip : public BothSteppings {
 protected:
  /// Enables the interrupt and lets the program run.
  void go(Bench& bench, bool enable = true) {
    bench.start();
    if (enable) bench.host_write(board::Control::kOffset, board::Control::kInterruptEnableMask);
    bench.run(60_cycles);
  }
  static Program::Address signal(Program& p, std::uint32_t mask) {
    p.write(regs::Eimr::kOffset, mask);
    p.nops(20);
    const auto at = p.write(regs::Isr::kOffset, kHostSignal);
    p.stay();
    return at;
  }
};
FLYBAR_BOTH_STEPPINGS(InterruptOfChip);

TEST_P(InterruptOfChip, RisesInTheClockAfterTheSignal) {
  Program p;
  const auto at = signal(p, kHostSignal);
  Bench bench(GetParam(), p);

  go(bench);

  ASSERT_EQ(bench.interrupts.size(), 1u);
  EXPECT_EQ(bench.interrupts[0], std::pair(true, bench.begin(at) + 30_ns));
}

TEST_P(InterruptOfChip, MaskHidesOtherBits) {
  Program p;
  signal(p, ~(kHostSignal | regs::Isr::kSendRdyMask));
  Bench bench(GetParam(), p);

  go(bench);

  EXPECT_TRUE(bench.interrupts.empty());
}

TEST_P(InterruptOfChip, StaysDownWhileTheBoardDoesNotEnableIt) {
  Program p;
  signal(p, kHostSignal);
  Bench bench(GetParam(), p);

  go(bench, false);

  EXPECT_TRUE(bench.interrupts.empty());
}

TEST_P(InterruptOfChip, RisesWhenTheBoardEnablesIt) {
  Program p;
  signal(p, kHostSignal);
  Bench bench(GetParam(), p);
  go(bench, false);

  bench.host_write(board::Control::kOffset, board::Control::kInterruptEnableMask);

  ASSERT_EQ(bench.interrupts.size(), 1u);
  EXPECT_EQ(bench.interrupts[0], std::pair(true, bench.last.first_data));
}

TEST_P(InterruptOfChip, FallsWhenTheHostClearsTheSignal) {
  Program p;
  signal(p, kHostSignal);
  Bench bench(GetParam(), p);
  go(bench);

  bench.set_host_register(regs::Isr::kOffset, kHostSignal);

  ASSERT_EQ(bench.interrupts.size(), 2u);
  EXPECT_EQ(bench.interrupts[1], std::pair(false, bench.last.first_data));
}

TEST_P(InterruptOfChip, RisesInTheClockAfterAHostDmaIsDone) {
  Program p;
  p.write(regs::Eimr::kOffset, regs::Isr::kDmaMask);
  p.write(regs::DmaCtr::kOffset, 64);
  p.stay();
  Bench bench(GetParam(), p);

  go(bench);

  ASSERT_EQ(bench.interrupts.size(), 1u);
  EXPECT_EQ(bench.interrupts[0], std::pair(true, bench.memory.done.at(0).at + 30_ns));
}

TEST_P(InterruptOfChip, RisesInTheClockAfterTheIntervalTimer) {
  Program p;
  p.write(regs::Eimr::kOffset, regs::Isr::kTimeMask);
  p.write(regs::It::kOffset, 1);
  p.stay();
  Bench bench(GetParam(), p);

  go(bench);

  ASSERT_EQ(bench.interrupts.size(), 1u);
  EXPECT_EQ(bench.interrupts[0], std::pair(true, Clock(30_ns).edge_at_or_after(1_us) + 30_ns));
}

TEST_P(InterruptOfChip, RisesInTheClockInWhichAWordArrivesForNoBuffer) {
  Program p;
  p.write(regs::Eimr::kOffset, regs::Isr::kWordRdyMask);
  p.stay();
  Bench bench(GetParam(), p);
  bench.arrive(1500_ns, std::vector<std::uint8_t>(8), false);

  go(bench);

  ASSERT_EQ(bench.interrupts.size(), 1u);
  EXPECT_EQ(bench.interrupts[0], std::pair(true, Clock(30_ns).edge_at_or_after(1525_ns) + 30_ns));
}

/// Two words wait, which are stored in the two clocks after the buffer is there.
TEST_P(InterruptOfChip, FallsInTheClockInWhichTheLastWordThatWaitedIsStored) {
  Program p;
  p.write(regs::Eimr::kOffset, regs::Isr::kWordRdyMask);
  p.write(regs::Rmp::kOffset, 0x1000);
  p.nops(90);
  const auto armed = p.write(regs::Rml::kOffset, 0x1FFC);
  p.stay();
  Bench bench(GetParam(), p);
  bench.arrive(1_us, std::vector<std::uint8_t>(8), false);

  go(bench);
  bench.run(60_cycles);

  ASSERT_EQ(bench.interrupts.size(), 2u);
  EXPECT_EQ(bench.interrupts[1], std::pair(false, bench.begin(armed) + 3 * 30_ns));
}

}  // namespace
}  // namespace flybar::lanai
