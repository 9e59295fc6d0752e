/// Finds the loop in which the firmware waits, so that its laps can be skipped.
///
/// A recording notes every instruction and every store from some point, the anchor, on. The anchor
/// moves on after 128, 256, 512, ... instructions, so that it comes to lie in the loop. When the
/// processor comes back to that point with the same registers and flags, and every word that it has
/// stored to holds what it held before, nothing but an event from outside can make the next lap
/// different from this one. The chip may then rest until that event. Skipped laps are exact:
/// clocks, counters, registers.
#pragma once

#include <cstdint>
#include <vector>

#include "models/lanai/core.h"
#include "models/lanai/sram.h"

namespace flybar::lanai {

class IdleLoop {
 public:
  /// Nothing that takes longer than this is a wait loop worth finding.
  static constexpr std::int64_t kLongestLap = 4000;  ///< clocks

  struct Step {
    std::uint32_t clock;  ///< within the lap
    std::uint32_t pc;
    std::uint32_t result;
    std::uint32_t clocks;   ///< since the step before
    std::uint8_t accesses;  ///< SRAM accesses in its last clock
    bool late;              ///< its data access waited a clock for a host read
  };

  bool recording() const { return recording_; }
  bool found() const { return found_; }
  /// Whether a recording may begin: not again after a vain one, until something has happened.
  bool promising() const { return !vain_; }
  void encourage() { vain_ = false; }

  void begin(const Core& core, std::int64_t clock);
  /// Something from outside has happened, or the program did what no idle loop does.
  void abort() { recording_ = found_ = false; }

  void stored(const Sram& sram, std::uint32_t address);
  /// After each instruction, with the clock behind it. True if the lap is closed, in which case
  /// found() holds.
  bool retired(const Core& core, const Sram& sram, std::int64_t clock, Step step) {
    step.clock = static_cast<std::uint32_t>(clock - 1 - anchor_clock_);
    steps_.push_back(step);
    if (core.state.pipe.pc != anchor_.pipe.pc && steps_.size() < most_steps_) return false;
    return visit(core, sram, clock);
  }

  // Valid while found().
  std::int64_t lap_clocks() const { return lap_clocks_; }
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
  static constexpr std::size_t kFirstSteps = 128;

  void anchor(const Core& core, std::int64_t clock);
  bool visit(const Core& core, const Sram& sram, std::int64_t clock);
  bool same(const Core& core, const Sram& sram) const;
  void close(const Core& core, std::int64_t clock);
  std::uint32_t take_delays_out();

  bool recording_ = false;
  bool found_ = false;
  bool vain_ = false;
  std::size_t most_steps_ = kFirstSteps;  ///< after so many without closing, the anchor moves here
  CoreState anchor_;
  CoreCounters anchor_counters_;
  std::int64_t anchor_clock_ = 0;
  std::int64_t begin_clock_ = 0;
  std::vector<Store> stores_;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> pattern_;
  std::int64_t lap_clocks_ = 0;
  CoreCounters lap_counters_;
};

}  // namespace flybar::lanai
