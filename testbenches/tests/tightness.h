/// How much of the distance to an event a promise covers.
#pragma once

#include <algorithm>

#include "models/common/units.h"

namespace flybar {

/// Promises of one kind: "nothing happens before". A broken promise counts as one that covers all;
/// the tests that ask look for those themselves.
class Tightness {
 public:
  /// Asked at `asked`; the event came at `event`. Events further away are not counted: no node
  /// waits for them.
  void add(Time asked, Time promise, Time event) {
    if (event - asked > kNear) return;
    promised_ += static_cast<double>(std::clamp(promise - asked, Time(), event - asked).ps());
    real_ += static_cast<double>((event - asked).ps());
    ++count_;
  }
  int count() const { return count_; }
  /// Of the real distance.
  double percent() const { return 100 * promised_ / std::max(1.0, real_); }

 private:
  static constexpr Time kNear = Time::us(2);
  double promised_ = 0, real_ = 0;  ///< ps
  int count_ = 0;
};

}  // namespace flybar
