/// When each byte of a stream moves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/common/units.h"
#include "models/myrinet/link/fifo.h"

namespace flybar::myrinet {

/// Times of the bytes of a stream, which are numbered from 0. Bytes that follow each other in one
/// byte time are one entry, however they were appended.
class Schedule {
 public:
  explicit Schedule(Time byte_time) : byte_time_(byte_time) {}

  /// The next `bytes` bytes, at least one, move one per byte time from `start` on, which is not
  /// before free().
  void append(Time start, std::uint64_t bytes) {
    if (runs_.empty() || start != free_) runs_.push({end_, start});
    end_ += bytes;
    free_ = start + byte_time_ * static_cast<std::int64_t>(bytes);
  }
  /// Bytes before `byte` will not be asked for again.
  void forget_before(std::uint64_t byte) {
    while (runs_.size() > 1 && runs_[1].first <= byte) runs_.pop();
  }

  /// How many entries there are.
  std::size_t runs() const { return runs_.size(); }
  std::uint64_t begin() const { return runs_.empty() ? end_ : runs_.front().first; }
  std::uint64_t end() const { return end_; }
  Time byte_time() const { return byte_time_; }
  /// When the byte behind the last one may move.
  Time free() const { return free_; }

  /// Precondition for all of these: begin() <= byte < end().
  Time at(std::uint64_t byte) const {
    const Run& run = *find(byte);
    return run.start + byte_time_ * static_cast<std::int64_t>(byte - run.first);
  }
  /// A byte and those that follow it one per byte time.
  struct Stretch {
    Time start;
    std::uint64_t bytes;
  };
  Stretch stretch(std::uint64_t byte) const {
    const Run* run = find(byte);
    const std::uint64_t end = run + 1 == runs_.end() ? end_ : (run + 1)->first;
    return {run->start + byte_time_ * static_cast<std::int64_t>(byte - run->first), end - byte};
  }
  /// How many bytes, from `byte` on, can move one per byte time from `start` on, if each can do so
  /// `lag` after it moved here. Precondition: `byte` can.
  std::uint64_t streak(std::uint64_t byte, Time start, Time lag) const {
    const Run* run = find(byte) + 1;
    return run == runs_.end() ? end_ - byte : streak_beyond(run, byte, start, lag);
  }

  /// Calls `use` with the start of each stretch from `byte` on, the last first, and its bytes.
  template <class Use>
  void from_last(std::uint64_t byte, Use&& use) const {
    std::uint64_t end = end_;
    for (const Run* run = runs_.end(); byte < end; end = run->first) {
      --run;
      const std::uint64_t first = std::max(byte, run->first);
      use(run->start + byte_time_ * static_cast<std::int64_t>(first - run->first), end - first);
    }
  }

 private:
  struct Run {
    std::uint64_t first;
    Time start;
  };
  /// Most questions are about one of the last runs.
  const Run* find(std::uint64_t byte) const {
    const Run* run = runs_.end() - 1;
    while (run->first > byte) --run;
    return run;
  }
  std::uint64_t streak_beyond(const Run* run, std::uint64_t byte, Time start, Time lag) const;

  Time byte_time_;
  Fifo<Run> runs_;
  std::uint64_t end_ = 0;
  Time free_;
};

}  // namespace flybar::myrinet
