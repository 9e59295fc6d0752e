/// Two descriptions of the same chip that were compared, and are not the same.
#pragma once

#include <utility>

#include "models/common/error.h"

namespace flybar {

/// A fault of one of the descriptions, never of what they describe.
class MismatchError : public SimulationError {
 public:
  /// What lies from `begin` to `end` shows how it came.
  MismatchError(Fault fault, Time begin, Time end)
      : SimulationError(std::move(fault)), begin_(begin), end_(end) {}
  Time begin() const { return begin_; }
  Time end() const { return end_; }

 private:
  Time begin_, end_;
};

}  // namespace flybar
