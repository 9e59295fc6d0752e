/// A stretch of clocks in which the use of the SRAM and of the link has a closed form.
///
/// In a stretch, no engine waits for another. The host DMA has its data phases at a steady
/// interval. The receive DMA and the send DMA each move as many words in every clock as they can,
/// or keep up with the link, or move none. So what has moved by the end of any clock, and the clock
/// in which work ends, a buffer fills or the link runs dry, follow from a few numbers. The link
/// changes nothing for the processor, and is walked only when its words are told.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "models/lanai/core/slot.h"
#include "models/lanai/engines/engines.h"

namespace flybar::lanai {

/// Clocks count from the first of the stretch, times are picoseconds from its begin.
class Stretch {
 public:
  static constexpr int kMost = 240;  ///< clocks

  Stretch(const Rules& rules, Time word_time);

  /// Begins with the clock at `now` and has at most `most` clocks. There is no stretch if clocks()
  /// is 0 after this: where an engine waits for another or for the processor, or a word is not
  /// whole, the rules are asked clock by clock (ticks.h).
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
  int left(int clock) const {
    if (uneven_) return left_[static_cast<std::size_t>(clock)];
    return base_ - (data_phases(clock + 1) > data_phases(clock) ? phase_ : 0);
  }
  /// The words that have moved in the first `clocks` clocks.
  [[gnu::always_inline]] Moved moved(int clocks) const {
    return {.host = static_cast<std::uint16_t>(data_phases(clocks)),
            .receive = static_cast<std::uint16_t>(moved(receive_, clocks)),
            .send = static_cast<std::uint16_t>(moved(send_, clocks)),
            .arrived = static_cast<std::uint16_t>(arrived(clocks))};
  }
  int data_phases(int clocks) const {
    const std::int32_t last = (clocks - 1) * clock_;
    return !host_ || clocks == 0 || last < host_next_ ? 0 : (last - host_next_) / interval_ + 1;
  }
  /// At least the words that move in the first `clocks` clocks, none if none do.
  int stored(int clocks) const { return receive_.rate * clocks; }
  int fetched(int clocks) const { return send_.rate * clocks; }
  int arrived(int clocks) const { return come(receive_, clocks); }

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
  static constexpr std::size_t kRuns = 8;
  struct Run {
    std::int32_t ready;
    int words;
  };
  /// An engine at the link. It can move the words that are there, and those that come. What the
  /// send DMA can move is what there is room for: room comes with each word that the link takes.
  struct Mover {
    int rate = 0;  ///< most words in a clock; 0 if it moves none
    int there = 0;
    int left = 0;  ///< to the end of its work
    std::size_t runs = 0;
    std::array<Run, kRuns> run{};  ///< words that come
  };

  static std::int32_t relative(Time t, Time now);

  void start(Mover& mover) {
    mover.rate = rate_, base_ -= accesses_;
    if (!steady_) uneven_ = true;
  }
  bool begin_host(const HostDma& host, Time now);
  bool without_host();
  void fill();
  void leave_unused(const Mover& mover, std::span<std::uint8_t> left) const;
  void begin_receive(const Engines& engines, Time now);
  void take_runs(const ReceiveBuffer& buffer, Time now, bool stopped);
  int take_more_runs(const ReceiveBuffer& buffer, Time now, int words);
  bool goes_on(const Run& run, int words, std::int64_t follows) const;
  void end_at_stop(int mark);
  void end_at_go(int mark);
  bool begin_send(const SendDma& send, const SendState& state, const Rules& rules, Time now);
  void begin_unsteady_send(int room);
  bool take_symbols(const SendDma& send, bool stopped, Time now);
  void end_with_link(const SendDma& send);
  void end_with_stop(const SendDma& send, int room);

  int come(const Mover& mover, int clocks) const {
    const std::int32_t last = (clocks - 1) * clock_;
    int words = 0;
    for (std::size_t i = 0; i < mover.runs && clocks > 0; ++i) {
      const Run& run = mover.run[i];
      if (run.ready > last) break;
      words += std::min(run.words, (last - run.ready) / word_ + 1);
    }
    return words;
  }
  int moved(const Mover& mover, int clocks) const {
    return steady_ ? mover.rate * clocks : moved_unevenly(mover, clocks);
  }
  int moved_unevenly(const Mover& mover, int clocks) const;
  /// An engine that the link outruns moves less in the first clock than in the others.
  bool runs_short(const Mover& mover) const {
    return !steady_ && !keeps_up_ && mover.there + come(mover, 1) < rate_;
  }

  /// The clock in which the link takes the last word that waits, if `waiting` words wait at the
  /// begin of clock `clock` and it is free from `free` on.
  int runs_dry(int clock, int waiting, std::int32_t free) const {
    const std::int32_t lack = word_ * (waiting - 1) - ((clock + 1) * clock_ - 1 - free);
    const std::int32_t gain = clock_ - send_.rate * word_;
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
  /// Something ends when `words(clocks)`, of which a mover moves some, are gone.
  template <class Words>
  void until_gone(Words&& words) {
    int clocks = 0;
    for (int left = words(0); left > 0 && clocks <= clocks_; left = words(clocks))
      clocks += (left + rate_ - 1) / rate_;
    until(std::max(clocks, 1));
  }
  void until_work_ends(const Mover& mover) {
    steady_ ? until(mover.left) : until_uneven_work_ends(mover);
  }
  void until_uneven_work_ends(const Mover& mover);

  const std::int32_t clock_;
  const std::int32_t word_;  ///< the time of a word on the link
  const int rate_;           ///< most words of a mover in a clock
  const int width_;          ///< words of an access
  const int phase_;          ///< accesses of a data phase
  const int accesses_;       ///< most of a mover in a clock
  const int all_;  ///< accesses; negative if the processor comes first, or the link always runs dry
  const bool steady_;    ///< movers move one word in every clock
  const bool keeps_up_;  ///< movers are as quick as the link

  int clocks_ = 0;
  bool ends_ = false;
  int base_ = 2;         ///< accesses that movers surely leave
  bool uneven_ = false;  ///< what clocks leave is not the same by turns
  // The host DMA: in the clock in which a data phase is due.
  bool host_ = false;
  std::int64_t host_first_ = 0;  ///< clock
  std::int32_t host_next_ = 0, interval_ = 1;
  Mover receive_, send_;
  // The link.
  int fifo_ = 0;
  int start_ = 0;             ///< words with which the link starts
  std::int32_t wire_ = 0;     ///< when the link is free
  std::int32_t stop_ = 0;     ///< when a STOP comes; no word starts from then on
  bool running_ = false;      ///< the link, when the first clock has begun
  bool leaves_ = false;       ///< and words leave
  bool starts_anew_ = false;  ///< the link may run dry, and start again
  // If it is uneven.
  std::array<std::uint8_t, kMost> left_;
  std::array<Slot, kMost + 1> slots_;
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
      if (send_.rate == 0 || !starts_anew_) return false;
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
        leave(free, std::min(waiting + (clocks - 1 - clock) * send_.rate, last / word_ + 1));
      return true;
    }
    const int words = waiting + (dry - clock) * send_.rate;
    leave(free, words);
    free += words * word_;
    clock = dry + 1, waiting = send_.rate, running = false;
  }
}

}  // namespace flybar::lanai
