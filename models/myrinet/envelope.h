/// How far bytes that are still unknown can outrun the engine that stores them.
#pragma once

#include <algorithm>

#include "models/common/units.h"

namespace flybar::myrinet {

/// What a sender knows of the bytes that it has not sent yet, as long as nobody stops it.
///
/// Stands for all ways in which they may come: its engine fetches a word in `word` at most, and
/// only what waits behind the engine already can come faster. An engine that stores a word in
/// `word`, or faster, and would have stored by `done` all that it knows to come, falls no further
/// behind the arrival of bytes than behind(done).
struct Envelope {
  Time word;
  Time from;   ///< so much earlier it would have to be done to be on time for the first words
  Time level;  ///< so far behind it may fall even if it has long been done; never(): any far
  Time tail;   ///< no packet ends before

  bool operator==(const Envelope&) const = default;

  Time work(std::int64_t bytes) const { return Time::ps((word.ps() * bytes + 3) / 4); }
  Time behind(Time done) const { return std::max(done - from, level); }

  Envelope delayed(Time delay) const { return {word, from + delay, level, tail + delay}; }
  /// What it is if bytes that take the engine `work` arrive before, between `begin` and `end`.
  void precede(Time begin, Time end, Time work) {
    from = std::min(from, end) - work;
    level = std::max(level, begin - from);
  }
};

}  // namespace flybar::myrinet
