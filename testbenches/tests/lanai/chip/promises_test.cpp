/// Does a chip keep what it promises of its own future, and promise as much as it can?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kBuffer = 0x2000;
constexpr Time kWord = 30_ns;
constexpr Time kTail = 50_us;
constexpr std::int64_t kStopWords = 14;

Program wait() {
  Program p;
  p.stay();
  return p;
}

/// Bytes that begin to come at 3 us.
class PromisesOfChip : public BothSteppings {
 protected:
  explicit PromisesOfChip(const ChipParams& params = {}) : bench(GetParam(), wait(), params) {}
  void arm(std::uint32_t words) {
    bench.set_host_register(regs::Rmp::kOffset, kBuffer);
    bench.set_host_register(regs::Rml::kOffset, kBuffer + (words - 1) * 4);
  }
  Time promise(const std::optional<myrinet::Envelope>& coming = {}) {
    return bench.chip.guarantee(bench.chip.time(), coming).flow;
  }
  /// A sender that falls behind by so many words at most, and ends the packet at kTail.
  static myrinet::Envelope behind(std::int64_t words) {
    return {.word = kWord, .from = 40_us, .level = kWord * words, .tail = kTail};
  }
  Bench bench;
};
FLYBAR_BOTH_STEPPINGS(PromisesOfChip);

TEST_P(PromisesOfChip, StopIsForeseenToTheClockIfNothingIsStored) {
  bench.go(10_cycles);
  bench.arrive(3_us, std::vector<std::uint8_t>(56), false);
  const Time until = promise();

  bench.run_to(6_us);

  ASSERT_EQ(bench.sent.symbols.size(), 1u);
  EXPECT_LE(until, bench.sent.symbols[0].at);
  EXPECT_GT(until + bench.clocks(1), bench.sent.symbols[0].at);
}

/// While the link brings six words in five clocks.
TEST_P(PromisesOfChip, StopIsForeseenToTheClockIfAWordIsStoredInEach) {
  bench.start();
  arm(5000);
  bench.arrive(3_us + 10_ns, std::vector<std::uint8_t>(1000), false);
  const Time until = promise();

  bench.run_to(8_us);

  ASSERT_FALSE(bench.sent.symbols.empty());
  EXPECT_LE(until, bench.sent.symbols[0].at);
  EXPECT_GT(until + bench.clocks(1), bench.sent.symbols[0].at);
}

TEST_P(PromisesOfChip, GoIsNotForeseenBeyondAResetWhichEmptiesTheBuffer) {
  bench.go(10_cycles);
  bench.arrive(3_us, std::vector<std::uint8_t>(56), false);
  bench.run_to(4_us);
  const Time until = promise();

  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  bench.run_to(5_us);

  ASSERT_EQ(bench.sent.symbols.size(), 2u);
  EXPECT_LE(until, bench.sent.symbols[1].at);
}

TEST_P(PromisesOfChip, NoStopBeforeTheTailOfASenderWhomItKeepsUpWith) {
  bench.start();
  arm(5000);
  EXPECT_EQ(promise(behind(kStopWords - 2)), kTail);
}

TEST_P(PromisesOfChip, StopIsPossibleWithASenderOneWordFaster) {
  bench.start();
  arm(5000);
  EXPECT_LT(promise(behind(kStopWords - 1)), kTail);
}

TEST_P(PromisesOfChip, NoStopBeforeThereIsNoPlaceForAWord) {
  bench.start();
  arm(100);
  const Time until = promise(behind(0));
  EXPECT_GE(until, bench.now() + 98 * 25_ns);
  EXPECT_LE(until, bench.now() + 100 * 25_ns);
}

/// A sender whose words come faster than the SRAM takes them: one more in each six.
TEST_P(PromisesOfChip, WithoutAPromiseOfTheSenderTheLinkSaysWhenTheBufferFills) {
  bench.start();
  arm(5000);
  const Time until = promise(behind(1000));
  EXPECT_GE(until, bench.now() + (kStopWords - 2) * 150_ns);
  EXPECT_LE(until, bench.now() + kStopWords * 150_ns);
}

/// A chip as it is at power-up.
struct NewChip {
  explicit NewChip(Stepping stepping) : bare("bare", stepping, nobody) {}
  Time silence() const { return bare.chip.byte_guarantee(6_us) - 6_us; }

  Observer nobody;
  BareChip bare;
};

TEST(NewChip, IsSilentForTheThousandClocksInWhichAProgramIsLoaded) {
  const NewChip on(Stepping::kFast);

  EXPECT_EQ(on.silence(), 1000 * on.bare.chip.clock());
}

TEST(NewChip, MaySendOnceAWordOfAProgramIsThere) {
  NewChip on(Stepping::kFast);
  std::uint8_t word[4] = {};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  on.bare.host_access(tlm::TLM_WRITE_COMMAND, board::kSramOffset, word);

  EXPECT_EQ(on.silence(), Time());
}

TEST(NewChip, MaySendAtAnyTimeInTheReferenceStepping) {
  const NewChip on(Stepping::kEveryClock);

  EXPECT_EQ(on.silence(), Time());
}

/// 400 bytes to a link that takes a word in 25 ns.
class SendingChip : public BothSteppings {
 protected:
  static Program sends() {
    Program p;
    p.write(regs::Smp::kOffset, 0x2000);
    p.write(regs::Smlt::kOffset, 0x2000 + 396);
    p.stay();
    return p;
  }
  Bench bench{GetParam(), sends()};
};
FLYBAR_BOTH_STEPPINGS(SendingChip);

TEST_P(SendingChip, ForetellsNoTailBeforeItsLastWord) {
  bench.go(60_cycles);
  const auto bytes = bench.chip.guarantee(bench.chip.time(), {}).envelope;
  bench.run(200_cycles);

  ASSERT_TRUE(bytes);
  EXPECT_LE(bytes->tail, bench.sent.times.back());
  EXPECT_GT(bytes->tail, bench.sent.times.back() - 1_us);
}

TEST_P(SendingChip, ForetellsHowFarTheLinkGetsAheadOfItsFetches) {
  bench.go(60_cycles);
  const auto bytes = bench.chip.guarantee(bench.chip.time(), {}).envelope;
  const std::size_t before = bench.sent.times.size();
  bench.run(200_cycles);

  ASSERT_TRUE(bytes && bytes->level < Time::never());
  Time stored;
  for (std::size_t i = before; i < bench.sent.times.size(); ++i) {
    const Time arrived = bench.sent.times[i] + bench.chip.params().byte_time;
    stored = std::max(stored, bench.sent.times[i]) + bytes->work(1);
    EXPECT_LE(stored - arrived, bytes->behind(Time()));
  }
}

TEST_P(SendingChip, ForetellsNothingBehindItsPacket) {
  bench.go(300_cycles);
  EXPECT_FALSE(bench.chip.guarantee(bench.chip.time(), {}).envelope);
}

}  // namespace
}  // namespace flybar::lanai
