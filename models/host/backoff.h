/// How often software looks while it waits.
#pragma once

#include "models/common/units.h"

namespace flybar::host {

/// Pauses between one look and the next: `first`, then each `factor` times the one before, up to
/// `maximum`.
struct PollPolicy {
  Time first = Time::ns(500);
  double factor = 1.5;
  Time maximum = Time::us(4);
};

/// The sequence of pauses of one wait.
class Backoff {
 public:
  explicit Backoff(const PollPolicy& policy) : policy_(policy), pause_(policy.first) {}

  /// The next pause; the one after it is longer, unless constant().
  Time next();
  bool constant() const {
    return pause_ == policy_.maximum || policy_.factor == 1.0 || pause_ == Time();
  }

  /// A look at `last` is followed by looks each `pause + cost` after the one before. Passes over
  /// those earlier than `target` and returns the time of the first that is not. Precondition:
  /// pause + cost is not zero.
  Time first_look_at_or_after(Time target, Time last, Time cost);

 private:
  PollPolicy policy_;
  Time pause_;
};

}  // namespace flybar::host
