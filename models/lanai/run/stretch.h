/// A stretch of clocks in which the use of the SRAM and of the link has a closed form.
///
/// In a stretch, the receive DMA and the send DMA each move a word in every clock or in none, and
/// the host DMA has its data phases at a steady interval. So what has moved by the end of any
/// clock, and the clock in which work ends, a buffer fills or the link runs dry, follow from a few
/// numbers. The link changes nothing for the processor, and is walked only when its words are told.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "models/lanai/core/slot.h"
#include "models/lanai/engines/engines.h"

namespace flybar::lanai {

/// Clocks count from the first of the stretch, times are picoseconds from its begin.
class Stretch {
 public:
  static constexpr int kMost = 240;  ///< clocks

  /// Whether stretches describe a chip with these rules. Others go clock by clock (ticks.h).
  static bool describe(const Rules& rules, Time word_time);

  /// Begins with the clock at `now` and has at most `most` clocks. There is no stretch if clocks()
  /// is 0 after this.
  void begin(const Engines& engines, Time now, int most);

  int clocks() const { return clocks_; }
  /// In the last clock, work of an engine ends, or STOP or GO goes out.
  bool ends() const { return ends_; }
  struct Piece {
    const Slot* slots;
    int clocks;
  };
  /// What the engines leave the processor from clock `clock` on, for `clocks` clocks or fewer.
  Piece piece(int clock, int clocks) const;
  int left(int clock) const { return base_ - (data_phases(clock + 1) > data_phases(clock)); }
  /// The words that have moved in the first `clocks` clocks.
  Moved moved(int clocks) const {
    return {.host = static_cast<std::uint16_t>(data_phases(clocks)),
            .receive = static_cast<std::uint16_t>(stored(clocks)),
            .send = static_cast<std::uint16_t>(fetched(clocks)),
            .arrived = static_cast<std::uint16_t>(arrived(clocks))};
  }
  int data_phases(int clocks) const {
    const std::int32_t last = (clocks - 1) * clock_;
    return !host_ || clocks == 0 || last < host_next_ ? 0 : (last - host_next_) / interval_ + 1;
  }
  int stored(int clocks) const { return receive_ * clocks; }
  int fetched(int clocks) const { return send_ * clocks; }
  int arrived(int clocks) const {
    const std::int32_t last = (clocks - 1) * clock_;
    int words = 0;
    for (int i = 0; i < runs_ && clocks > 0; ++i) {
      const Run& run = run_[static_cast<std::size_t>(i)];
      if (run.ready > last) break;
      words += std::min(run.words, (last - run.ready) / word_ + 1);
    }
    return words;
  }

  /// When the first data phase is due that the first `clocks` clocks do not serve.
  Time host_next(int clocks) const {
    return Time::ps(host_next_ + data_phases(clocks) * interval_);
  }
  /// Calls `leave(start, words)` for each run of words that the link takes in the first `clocks`
  /// clocks. Returns whether the link takes words after that.
  template <class Leave>
  bool walk_link(int clocks, Leave&& leave) const;

 private:
  /// Later than any clock of a stretch, in picoseconds.
  static constexpr std::int32_t kFar = 1 << 30;
  static constexpr int kNever = 1 << 20;  ///< a clock of no stretch
  struct Run {
    std::int32_t ready;
    int words;
  };
  static constexpr int kRuns = 8;

  static std::int32_t relative(Time t, Time now);

  bool begin_host(const HostDma& host, Time now);
  bool without_host();
  void fill_slots_of_host();
  void begin_receive(const Engines& engines, Time now);
  void take_runs(const ReceiveBuffer& buffer, Time now, bool stopped);
  void end_at_stop(const Engines& engines);
  void end_at_go(const Engines& engines);
  bool begin_send(const SendDma& send, const SendState& state, const Rules& rules, Time now);
  bool take_symbols(const SendDma& send, bool stopped, Time now);
  void end_with_link(const SendDma& send);
  void end_with_stop(const SendDma& send, int room);

  /// The clock in which the link takes the last word that waits, if `waiting` words wait at the
  /// begin of clock `clock` and it is free from `free` on.
  int runs_dry(int clock, int waiting, std::int32_t free) const {
    const std::int32_t lack = word_ * (waiting - 1) - ((clock + 1) * clock_ - 1 - free);
    const std::int32_t gain = clock_ - send_ * word_;
    if (lack <= 0) return clock;
    return gain <= 0 ? kNever : clock + (lack + gain - 1) / gain;
  }
  /// Words that the link takes before `time`, if it does not run dry.
  int words_before(std::int32_t time) const {
    return time <= wire_ ? 0 : (time - 1 - wire_) / word_ + 1;
  }

  /// The stretch ends before clock `clock`.
  void before(std::int64_t clock) {
    if (clock < clocks_)
      clocks_ = static_cast<int>(std::max<std::int64_t>(clock, 0)), ends_ = false;
  }
  /// The stretch has `clocks` clocks, in the last of which something ends.
  void until(std::int64_t clocks) {
    if (clocks <= clocks_)
      clocks_ = static_cast<int>(std::max<std::int64_t>(clocks, 1)), ends_ = true;
  }

  int clocks_ = 0;
  bool ends_ = false;
  std::int32_t clock_ = 1;
  std::int32_t word_ = 1;  ///< the time of a word on the link
  int base_ = 2;           ///< accesses that receive and send leave
  // The host DMA: in the clock in which a data phase is due.
  bool host_ = false;
  std::int64_t host_first_ = 0;  ///< clock
  std::int32_t host_next_ = 0, interval_ = 1;
  // Receive.
  int receive_ = 0;  ///< words in every clock
  int waiting_ = 0;
  int runs_ = 0;
  std::array<Run, kRuns> run_{};  ///< words that come
  // Send.
  int send_ = 0;  ///< words in every clock
  int fifo_ = 0;
  int start_ = 0;                      ///< words with which the link starts
  std::int32_t wire_ = 0;              ///< when the link is free
  std::int32_t stop_ = 0;              ///< when a STOP comes; no word starts from then on
  bool running_ = false;               ///< the link, when the first clock has begun
  bool leaves_ = false;                ///< and words leave
  bool starts_anew_ = false;           ///< the link may run dry, and start again
  std::array<Slot, kMost + 1> slots_;  ///< of an interval that is not one or two clocks
};

template <class Leave>
bool Stretch::walk_link(int clocks, Leave&& leave) const {
  bool running = running_;
  if (!leaves_ && (running || !starts_anew_)) return running;
  if (stop_ < kFar) {
    if (const int words = words_before(std::min(stop_, clocks * clock_)); words > 0)
      leave(wire_, words);
    return true;
  }
  int clock = 0, waiting = fifo_;
  std::int32_t free = wire_;
  for (;;) {
    if (!running) {
      if (send_ == 0) return false;
      clock += start_ - waiting;
      if (clock >= clocks) return false;
      waiting = start_, running = true;
    }
    free = std::max(free, clock * clock_);
    // From here on, one word after the other, until none waits.
    const int dry = runs_dry(clock, waiting, free);
    if (dry >= clocks) {
      const std::int32_t last = clocks * clock_ - 1 - free;
      if (last >= 0)
        leave(free, std::min(waiting + (clocks - 1 - clock) * send_, last / word_ + 1));
      return true;
    }
    const int words = waiting + (dry - clock) * send_;
    leave(free, words);
    free += words * word_;
    clock = dry + 1, waiting = send_, running = false;
  }
}

}  // namespace flybar::lanai
