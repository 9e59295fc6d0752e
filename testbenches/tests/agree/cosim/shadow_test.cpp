/// RTL that is given the state of the model, at any clock, goes on as the model does.
#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include <Vlanai_board_asserted.h>
#include <Vlanai_board_asserted___024root.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>

#include <fmt/format.h>
#include <systemc>

#include "models/common/error.h"
#include "models/lanai/run/shadow_windows.h"
#include "models/rtl/executor/model_executor.h"
#include "models/rtl/executor/verilated.h"
#include "models/rtl/executor/verilated_executor.h"
#include "models/rtl/lockstep/lockstep.h"
#include "models/rtl/lockstep/shadow.h"
#include "testbenches/tests/agree/cosim/seeded.h"
#include "testbenches/tests/agree/cosim/traffic.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/test_size.h"

#include "models/rtl/executor/stateful.h"

FLYBAR_PHASES(Vlanai_board_asserted);

namespace flybar::rtl {
namespace {

/// Another executor, which lives longer than this one.
class Borrowed final : public Executor {
 public:
  explicit Borrowed(Executor& owner) : owner_(owner) { out_ = owner.out(); }
  void clock(const Inputs& in) override {
    owner_.clock(in);
    out_ = owner_.out();
  }
  Insight insight() const override { return owner_.insight(); }
  std::uint32_t sram_word(std::uint32_t n) const override { return owner_.sram_word(n); }
  void set_sram_word(std::uint32_t n, std::uint32_t word) override {
    owner_.set_sram_word(n, word);
  }
  std::uint32_t cpu_register(unsigned n) const override { return owner_.cpu_register(n); }

 private:
  Executor& owner_;
};

/// The model on its pins; RTL passes windows that begin at random clocks as well.
class Windowed final : public Executor {
 public:
  Windowed(const lanai::ChipParams& params, std::unique_ptr<Executor> chip, std::uint32_t seed)
      : random_(seed),
        model_(params),
        both_(std::move(chip), std::make_unique<Borrowed>(model_), 0) {
    out_ = model_.out();
    both_.report = [](const Difference& d) {
      throw std::runtime_error(fmt::format("clock {}, channel {}: RTL {}, model {}\n{}", d.clock,
                                           name_of(d.channel), d.leader, d.follower, d.history));
    };
  }
  void clock(const Inputs& in) override {
    if (clock_ == begin_) begin_window();
    if (clock_ >= begin_)
      both_.clock(in);
    else
      clock_model(in);
    const std::uint8_t fault = clock_ >= begin_ ? both_.out().fault : model_fault_;
    out_ = model_.out();
    out_.fault = fault;
    if (++clock_ == end_) end_window();
  }
  Insight insight() const override { return model_.insight(); }
  std::uint32_t sram_word(std::uint32_t n) const override { return model_.sram_word(n); }
  void set_sram_word(std::uint32_t n, std::uint32_t word) override {
    model_.set_sram_word(n, word);
  }
  std::uint32_t cpu_register(unsigned n) const override { return model_.cpu_register(n); }
  std::string account() const { return fmt::format("{} {} ", windows_, passed_); }

 private:
  static constexpr std::uint32_t kApart = 400, kLongest = 400;

  /// Few programs keep to the rules for ever: traffic ends there.
  void clock_model(const Inputs& in) {
    try {
      model_.clock(in);
    } catch (const SimulationError&) {
      model_fault_ = 1;
    }
  }
  void begin_window() {
    both_.leader().state_ports()->set_state(model_.view());
    both_.restart(clock_);
  }
  void end_window() {
    both_.tell();
    const auto difference = both_.leader().state_ports()->compare_state(model_.view());
    if (difference) both_.differ_in_state(*difference);
    ++windows_;
    passed_ += end_ - begin_;
    begin_ = clock_ + random_() % kApart;
    end_ = begin_ + 1 + random_() % kLongest;
  }

  std::mt19937 random_;
  ModelExecutor model_;
  LockstepExecutor both_;
  std::uint8_t model_fault_ = 0;
  std::int64_t clock_ = 0, begin_ = 1, end_ = 2, windows_ = 0, passed_ = 0;
};

/// Windows, clocks in them, and the difference if there is one; or what the child has failed with.
std::string windows(std::uint32_t seed, const MakeExecutor& make) {
  return lockstep::in_child([&] {
    const lanai::ChipParams params = draw_params(seed);
    Windowed chip(params, make(params), seed);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    try {
      constexpr std::int64_t kClocks = 50'000;
      Traffic(seed, params, chip).run(kClocks);
    } catch (const std::runtime_error& found) {
      return chip.account() + found.what();
    }
    return chip.account();
  });
}

TEST(ShadowState, OfAnyClockOfRandomTrafficLeadsToTheSame) {
  const auto asked = lockstep::asked_seeds();
  const std::uint32_t count = lockstep::long_form() ? 400 : 8;
  const auto begin = asked ? static_cast<std::uint32_t>(asked->first) : 500u;
  const auto end = asked ? static_cast<std::uint32_t>(asked->last) + 1 : begin + count;
  long long all_windows = 0, all_clocks = 0;
  for (std::uint32_t seed = begin; seed < end && !HasFailure(); ++seed) {
    const std::string text =
        windows(seed, [](const auto& params) { return make_verilated(params, Assertions::kOn); });
    long long some = 0, clocks = 0;
    int read = 0;
    ASSERT_EQ(std::sscanf(text.c_str(), "%lld %lld %n", &some, &clocks, &read), 2) << text;
    EXPECT_EQ(text.substr(static_cast<std::size_t>(read)), "") << "FLYBAR_TEST_SEED=" << seed;
    all_windows += some, all_clocks += clocks;
  }
  std::printf("seeds %u to %u: %lld windows, %lld clocks equal\n", begin, end - 1, all_windows,
              all_clocks);
  EXPECT_GT(all_windows, 0);
}

/// The chip with its flip-flops open to this test.
struct OpenChip : StatefulExecutor<VerilatedExecutor<Vlanai_board_asserted>> {
  using StatefulExecutor::pins;
  using StatefulExecutor::StatefulExecutor;
};

/// Changes a bit of each flip-flop and of each word of a memory, of the SRAM only of some: those of
/// which no comparison tells.
std::string unseen_bits(const lanai::ChipParams& params) {
  ModelExecutor model(params);
  OpenChip chip(params);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  chip.set_state(model.view());
  std::string unseen = chip.compare_state(model.view()) ? "all " : "";
  int seen = 0;
  const auto change = [&](FlipFlop at, auto& field, auto value) {
    constexpr std::uint32_t kSome = 4096;
    const std::string name = at.name;
    if (name == "u_sram.mem" && at.word % kSome != 0) return;
    // These may be anything here: where a FIFO begins, what was never written, or is on its way.
    if (name.ends_with("begin_index_q") || name.ends_with(".written_q") ||
        name.find("u_regfile.base_") != name.npos || name.find("u_regfile.write_") != name.npos)
      return;
    const auto before = field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(std::uint64_t(value) ^ 1);
    const auto found = chip.compare_state(model.view());
    if (!found || !found->name.starts_with(name)) unseen += name + " ";
    field = before;
    ++seen;
  };
  for_each_flip_flop(*chip.pins().rootp, model.view(), change);
  return unseen.empty() ? fmt::format("{}", seen) : unseen;
}

TEST(ShadowState, OfWhichOneBitIsAnotherIsFoundByName) {
  const std::string text = unseen_bits(draw_params(1));

  constexpr int kTable = 4 * 256;  // words, besides all other flip-flops
  EXPECT_GT(std::atoi(text.c_str()), kTable) << text;
}

/// Those that need no rare clock: all of them are found by traffic without windows.
TEST(Shadow, FindsFaultsInItsWindowsAlone) {
  const auto differs = [](int fault) {
    const std::string text =
        windows(1, [fault](const lanai::ChipParams& params) { return make_seeded(params, fault); });
    return text.find("clock ") != std::string::npos;
  };
  int found = 0;
  const auto faults = static_cast<int>(seeded_faults().size());
  for (int fault = 1; fault <= faults; ++fault) found += differs(fault);
  std::printf("%d of %d faults with one seed\n", found, faults);
  EXPECT_GE(found, faults / 4);
  EXPECT_FALSE(differs(0));
}

using lanai::ShadowWindows;
constexpr Time kClock = Time::ns(30);

TEST(ShadowWindows, OfAShareLieOnceInEachPeriodAtPlacesOfTheSeed) {
  const ShadowWindows one({.share = 0.01, .seed = 1}, kClock, "chip");
  const ShadowWindows two({.share = 0.01, .seed = 2}, kClock, "chip");
  const Time period = kClock * (ShadowWindows::kClocks * 100);
  int equal = 0;
  for (std::int64_t n = 0; n < 100; ++n) {
    const lanai::ClockWindow window = one.after(period * n);
    EXPECT_EQ(window.from / period, n);
    EXPECT_EQ((window.to - Time::ps(1)) / period, n);
    EXPECT_EQ((window.to - window.from) / kClock, ShadowWindows::kClocks);
    equal += two.after(period * n).from == window.from;
  }
  EXPECT_LT(equal, 5);
}

TEST(ShadowWindows, OfTheWholeFollowOneAnother) {
  const ShadowWindows all({.share = 1}, kClock, "chip");

  EXPECT_EQ(all.after(Time()).from, Time());
  EXPECT_EQ(all.after(all.after(Time()).to).from, all.after(Time()).to);
}

TEST(ShadowWindows, OfTimeGoOnFromWithinAndEndBeforeTheirEnd) {
  const ShadowWindows window({.from = Time::us(1), .to = Time::us(2)}, kClock, "chip");

  EXPECT_EQ(window.after(Time::us(2) - Time::ps(1)).from, Time::us(2) - Time::ps(1));
  EXPECT_EQ(window.after(Time::us(2)).from, Time::never());
}

TEST(Shadow, OfAChipWithoutStatePortsIsRefused) {
  const auto pins = [](const lanai::ChipParams& params) {
    return std::make_unique<ModelExecutor>(params);
  };
  try {
    const ChipShadow shadow({}, "node0.lanai", pins, pins, [](Time) { return ""; });
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("whose state cannot be set"), std::string::npos);
  }
}

}  // namespace
}  // namespace flybar::rtl
