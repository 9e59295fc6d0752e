/// The traffic envelope: how far the rest of a packet can outrun the engine that stores it.
#pragma once

#include <algorithm>

#include "models/common/units.h"

namespace flybar::myrinet {

/// A bound on the rest of a packet, valid until a STOP reaches its sender.
///
/// The sender fetches at most one word per `word`. Only the words that it has fetched already can
/// follow each other faster. Let the receiver store one word per `word` or faster, and let it have
/// stored all known bytes by `done`. Then the receiver stores each later byte at most behind(done)
/// after the arrival of that byte.
struct Envelope {
  Time word;
  Time from;   ///< a receiver that is done by then stores the first words on arrival
  Time level;  ///< least value of behind(), from words fetched already; never() if unbounded
  Time tail;   ///< the packet does not end before

  bool operator==(const Envelope&) const = default;

  /// The engine stores this many bytes in that time.
  Time work(std::int64_t bytes) const { return Time::ps((word.ps() * bytes + 3) / 4); }
  Time behind(Time done) const { return std::max(done - from, level); }

  /// The envelope of the same bytes `delay` later on their way.
  Envelope delayed(Time delay) const { return {word, from + delay, level, tail + delay}; }
  /// Extends the envelope to bytes ahead of it, which arrive between `begin` and `end` and take the
  /// engine `work`.
  void precede(Time begin, Time end, Time work) {
    from = std::min(from, end) - work;
    level = std::max(level, begin - from);
  }
};

}  // namespace flybar::myrinet
