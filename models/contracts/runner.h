/// Something with a clock of its own that runs ahead of the SystemC kernel, and of the other nodes.
///
/// A runner runs up to its safe time: the instant before which nothing else can reach it. What
/// leaves it, and what reaches it, crosses sockets; what is delivered may lie ahead of time(),
/// never behind it.
#pragma once

#include <functional>

#include "models/common/units.h"

namespace flybar {

class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  virtual ~Runner() = default;

  /// Least time from what reaches the runner to what it sends because of that; never changes. The
  /// scheduler refuses cables on which an echo takes less.
  virtual Time clock() const = 0;
  /// Begin of the next clock; of the next event if the runner rests. It does and sends nothing
  /// before, unless it rests and something reaches it.
  virtual Time time() const = 0;
  /// Runs all clocks that begin before `safe_time` and before the kernel's horizon, both of which
  /// may become earlier meanwhile. Stops at the agenda's next task, or runs on with what the agenda
  /// has to do between two clocks. On return everything that was sent has been delivered.
  virtual void run(const Time& safe_time) = 0;

  /// True if time() is that of the next event, which an arrival may make earlier; false if it is
  /// that of the next clock.
  virtual bool resting() const { return false; }
  /// The runner rests, has begun nothing that it has to go on with, and nothing is on its way to
  /// it.
  virtual bool may_be_suspended() const { return false; }
  struct Standing {
    Time time;
    bool resting;
    bool may_be_suspended;
  };
  /// All three at once.
  virtual Standing standing() const { return {time(), resting(), may_be_suspended()}; }
  /// The begin of clocks that end by `t` is before the instant returned.
  Time clocks_before(Time t) const { return t - clock() + Time::ps(1); }
  /// Called once: no echo of what the runner sends reaches it sooner after that.
  virtual void set_shortest_echo(Time time) { static_cast<void>(time); }

  /// Called by the runner when something has been delivered to it, which may make time() earlier.
  std::function<void()> on_arrival;
};

}  // namespace flybar
