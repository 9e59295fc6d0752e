/// A share of a time.
#pragma once

#include "models/common/units.h"

namespace flybar::experiments {

/// Precondition: `whole` is not 0.
inline double percent(Time part, Time whole) {
  return 100.0 * static_cast<double>(part.ps()) / static_cast<double>(whole.ps());
}

}  // namespace flybar::experiments
