/// Two executors on the same stimuli, compared in every clock: RTL leads, the model follows.
///
/// Rules of the comparison
///  1. Both get the inputs of every clock, which the leader's outputs have led to. Nothing is ever
///     taken over from one to the other.
///  2. After every clock all state outputs and all reports are compared, and with an instruction
///     that has retired its address, word, register, result and flags.
///  3. What ports.md calls valid only beside a report is compared only beside it: data of a word
///     that has moved, the words of the send FIFO that are offered, the CRC beside a tail.
///  4. A fault of the program is to be found by both in the same clock; both stop there.
///  5. The first difference ends the run, after kAfter more clocks of both for the waveform, which
///     are not compared. All records before it are equal, so there is one history.
///  6. compare_memory(), at the end: every word of the SRAM, r3 to r31.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "models/rtl/lockstep/record.h"
#include "models/rtl/pins/pin_signals.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// The first clock in which leader and follower differ.
struct Difference {
  std::int64_t clock = 0;
  Channel channel{};
  std::string leader = {}, follower = {};  ///< their records, or "nothing"
  std::uint32_t pc = 0;                    ///< of the instruction that retired last
  std::string history = {};                ///< the last records before it, one a line
};

/// Throws MismatchError. `kind` is that of --nic, `place` the chip and where its program is.
[[noreturn]] void throw_mismatch(const Difference& difference, const std::string& kind, Time clock,
                                 const std::string& place);

class LockstepExecutor final : public Executor {
 public:
  static constexpr std::size_t kHistory = 32;  ///< records in a report
  static constexpr int kAfter = 50;

  /// `words` of SRAM are compared at the end.
  LockstepExecutor(std::unique_ptr<Executor> leader, std::unique_ptr<Executor> follower,
                   std::uint32_t words);
  ~LockstepExecutor() override;

  /// Makes a leader that shows what is inside, to take the place of one that does not; may be
  /// empty.
  std::function<std::unique_ptr<Executor>()> make_shown;
  /// Called once, with the first difference. Does not return.
  std::function<void(const Difference&)> report;

  void clock(const Inputs& in) override;
  void end() override { compare_memory(); }
  /// The next clock has this number; both have been given the same state, and nothing before it
  /// counts.
  void restart(std::int64_t clock);
  /// No clock follows, so a difference that was found is told now.
  void tell();
  /// Both are in different states, although they have done the same so far.
  void differ_in_state(const StateDifference& difference);
  Executor& leader() { return *leader_; }
  Insight insight() const override { return leader_->insight(); }
  std::uint32_t sram_word(std::uint32_t index) const override { return leader_->sram_word(index); }
  void set_sram_word(std::uint32_t index, std::uint32_t word) override;
  std::uint32_t cpu_register(unsigned number) const override {
    return leader_->cpu_register(number);
  }
  std::int64_t clocks() const { return clocks_; }
  /// CHIP.rtl is the leader with all inside, CHIP.model the follower's pins under the same names,
  /// CHIP.model.differs 1 from the first difference on.
  void observe(Observer& observer, const std::string& chip) override;
  void sample(Time at) override;

 private:
  bool same(const Inputs& in) const;
  void follow(const Inputs& in);
  void note(const Inputs& in);
  void differ(const Inputs& in);
  void compare_memory();
  std::string history() const;

  static constexpr std::size_t kMoments = 256;

  std::unique_ptr<Executor> leader_;
  const std::unique_ptr<Executor> follower_;
  const std::uint32_t words_;
  std::int64_t clocks_ = 0;
  std::int64_t first_ = 1;                ///< clock of the history
  std::array<Moment, kMoments> moments_;  ///< of the leader, by clock
  std::string follower_fault_;            ///< what it has thrown
  std::optional<Difference> difference_;
  struct Shown {
    Observer& observer;
    TrackId differs;
    PinSignals follower;
  };
  std::optional<Shown> shown_;
};

}  // namespace flybar::rtl
