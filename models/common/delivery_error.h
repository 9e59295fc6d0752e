/// The end of a run for which a network with faults may be to blame.
#pragma once

#include "models/common/error.h"

namespace flybar {

/// What software waits for does not come, or is not what was sent. Of all errors these alone may
/// be the work of cables that damage or lose something: what a host or a card does wrong is not.
class DeliveryError : public SimulationError {
 public:
  using SimulationError::SimulationError;
};

}  // namespace flybar
