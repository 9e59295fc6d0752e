/// A stretch of clocks for which the rules (tick.h) are asked one clock after the other, ahead of
/// the data: for what has no closed form (stretch.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/lanai/core/slot.h"
#include "models/lanai/engines/engines.h"

namespace flybar::lanai {

/// Clocks count from the first, times are picoseconds from its begin.
class Ticks {
 public:
  static constexpr int kMost = 32;  ///< clocks

  /// Begins with the clock at `now` and has at most `most` clocks. There are none if clocks() is 0
  /// after this. `words_interrupt`: the interrupt line follows whether words wait.
  void begin(const Engines& engines, Time now, int most, bool words_interrupt);

  int clocks() const { return clocks_; }
  /// In the last clock, work of an engine ends, or STOP, GO or the interrupt line change.
  bool ends() const { return ends_; }
  const Slot* slots();
  int left(int clock) const { return left_[static_cast<std::size_t>(clock)]; }
  /// The words that have moved in the first `clocks` clocks.
  Moved moved(int clocks) const {
    return clocks == 0 ? Moved{} : ticks_[static_cast<std::size_t>(clocks - 1)].moved;
  }
  Time host_next(int clocks) const {
    return ticks_[static_cast<std::size_t>(clocks - 1)].host_next;
  }
  /// The first clock in which `words` moved. Precondition: they do.
  int first_clock(std::uint16_t Moved::*words) const;
  /// Calls `leave(start, words)` for each run of words that the link takes in the first `clocks`
  /// clocks. Returns whether the link takes words after that.
  template <class Leave>
  bool walk_link(int clocks, Leave&& leave) const {
    const Tick& last = ticks_[static_cast<std::size_t>(clocks - 1)];
    for (std::size_t i = 0; i < last.runs; ++i)
      leave(runs_[i].start, i + 1 == last.runs ? last.words_of_run : runs_[i].words);
    return last.running;
  }

 private:
  struct Words;
  struct Tick {
    Moved moved;
    Time host_next;
    bool running;
    std::uint16_t runs;          ///< of the link so far
    std::uint16_t words_of_run;  ///< of the last of them, so far
  };
  struct Run {
    std::int32_t start;
    int words;
  };
  template <Arbitration kOrder>
  void work_out(const Engines& engines, Words& words, int most, bool words_interrupt);

  int clocks_ = 0;
  bool ends_ = false;
  std::array<Tick, kMost> ticks_;
  std::array<std::uint8_t, kMost> left_;
  std::array<Slot, kMost + 1> slots_;
  std::vector<Run> runs_;
};

}  // namespace flybar::lanai
