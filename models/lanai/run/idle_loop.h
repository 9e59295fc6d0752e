/// Finds the loop in which the firmware waits, so that its laps can be skipped.
///
/// A recording notes every load and store from some point, the anchor, on. The anchor moves on
/// after 128, 256, ... clocks, so that it comes to lie in the loop. When the processor comes back
/// to that point with the same registers and flags, and every word that it has stored to holds what
/// it held before, nothing but an event from outside can make the next lap different from this one.
/// The chip may then rest until that event. Skipped laps are exact: clocks, counters, registers.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/lanai/core/core.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/image/send_distance.h"

namespace flybar::lanai {

class IdleLoop {
 public:
  /// Nothing that takes longer than this is a wait loop worth finding.
  static constexpr std::int64_t kLongestLap = 4000;  ///< clocks

  struct Step {
    std::uint32_t clock;  ///< within the lap
    std::uint32_t pc = 0;
    std::uint32_t result = 0;
    std::uint32_t clocks = 0;   ///< since the step before
    std::uint8_t accesses = 0;  ///< SRAM accesses in its last clock
    bool late = false;          ///< its data access waited a clock for a host read
    std::uint32_t next = 0;     ///< where the program is after it
  };

  /// Of the code that is to run. Kept by reference.
  void know(const SendDistance* sends) { sends_ = sends; }
  bool recording() const { return recording_; }
  bool found() const { return found_; }
  /// Whether a recording may begin: not again after a vain one, until something has happened.
  bool promising() const { return !vain_; }
  void encourage() { vain_ = false; }

  void begin(std::int64_t clock);
  /// Something from outside has happened, or the program did what no idle loop does.
  void abort() { recording_ = found_ = false; }

  void stored(const Sram& sram, std::uint32_t address);
  /// After each load and store, with the clock behind it, and maybe after other instructions. True
  /// if the lap is closed, in which case found() holds.
  bool retired(const Core& core, const Sram& sram, std::int64_t clock, Step step) {
    step.clock = static_cast<std::uint32_t>(clock - 1 - anchor_clock_);
    step.next = core.place().pc;
    steps_.push_back(step);
    stepped_ = true;
    return visit(core, sram, clock);
  }
  /// A load or store that did not have to wait, and behind which the program is at `next`. False if
  /// retired() is to be called instead.
  bool note(std::int64_t clock, std::uint32_t next, std::uint8_t accesses) {
    const bool visits = !anchored_ || next == anchor_.pipe.pc;
    if (visits || clock - anchor_clock_ >= most_clocks_) return false;
    steps_.push_back({.clock = static_cast<std::uint32_t>(clock - 1 - anchor_clock_),
                      .accesses = accesses,
                      .next = next});
    return stepped_ = true;
  }
  /// The same between two windows, lest a loop without loads and stores is never seen. Not in the
  /// middle of an access, which a host read may have put off.
  bool between(const Core& core, const Sram& sram, std::int64_t clock) {
    return !std::exchange(stepped_, false) && !core.state().pipe.fetched &&
           visit(core, sram, clock);
  }

  // Valid while found().
  std::int64_t lap_clocks() const { return lap_clocks_; }
  /// So many clocks pass at least before an instruction that may start a send, wherever in the lap
  /// the program leaves it.
  std::int64_t before_send() const { return before_send_; }
  const CoreCounters& lap_counters() const { return lap_counters_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// SRAM accesses of the processor in clock `phase` of the lap.
  int accesses(std::int64_t phase) const { return pattern_[static_cast<std::size_t>(phase)]; }
  bool writes(std::uint32_t address) const;

 private:
  struct Store {
    std::uint32_t address;
    std::uint32_t old_word;
  };
  static constexpr std::int64_t kFirstClocks = 128;

  void anchor(const Core& core, std::int64_t clock);
  bool visit(const Core& core, const Sram& sram, std::int64_t clock);
  bool same(const Core& core, const Sram& sram) const;
  void close(const Core& core, std::int64_t clock);
  std::uint32_t take_delays_out();
  std::int64_t least_before_send() const;

  bool recording_ = false;
  bool found_ = false;
  bool vain_ = false;
  bool stepped_ = false;                     ///< since the last window
  bool anchored_ = false;                    ///< somewhere
  std::int64_t most_clocks_ = kFirstClocks;  ///< after so many the anchor moves
  CoreState anchor_;
  CoreCounters anchor_counters_;
  std::int64_t anchor_clock_ = 0;
  std::int64_t begin_clock_ = 0;
  std::vector<Store> stores_;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> pattern_;
  std::int64_t lap_clocks_ = 0;
  CoreCounters lap_counters_;
  const SendDistance* sends_ = nullptr;
  std::int64_t before_send_ = 0;
};

}  // namespace flybar::lanai
