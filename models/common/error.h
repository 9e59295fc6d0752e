/// The end of a run that went wrong.
#pragma once

#include <stdexcept>
#include <string>

#include "models/common/fault.h"

namespace flybar {

/// The modelled system did something that the real one must not: the run stops here.
class SimulationError : public std::runtime_error {
 public:
  explicit SimulationError(Fault fault)
      : std::runtime_error(fault.text()), fault_(std::move(fault)) {}
  SimulationError(std::string where, std::string found, std::string allowed, std::string advice)
      : SimulationError(
            Fault{std::move(where), std::move(found), std::move(allowed), std::move(advice)}) {}
  const Fault& fault() const { return fault_; }

 private:
  Fault fault_;
};

}  // namespace flybar
