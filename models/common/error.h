/// The end of a run that went wrong.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "models/common/fault.h"
#include "models/common/units.h"

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

  /// When it happened, in the time of a node that runs ahead of others: of several errors, the
  /// earliest one stops the run.
  SimulationError& at(Time time) {
    at_ = time;
    return *this;
  }
  std::optional<Time> at() const { return at_; }

 private:
  Fault fault_;
  std::optional<Time> at_;
};

}  // namespace flybar
