/// Ends a run whose software goes on for ever without getting anywhere.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <systemc>

#include "models/common/units.h"

namespace flybar::host {

class Watchdog : public sc_core::sc_module {
 public:
  /// Stops the simulation when `limit` has passed without progress(). `report` says what everybody
  /// does then.
  Watchdog(sc_core::sc_module_name name, Time limit, std::function<std::string()> report);

  /// Software has completed something that it was asked to do.
  void progress();

  /// Throws SimulationError with the report if it has stopped the simulation.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void look();

  const Time limit_;
  const std::function<std::string()> report_;
  Time last_;
  std::exception_ptr error_;
};

}  // namespace flybar::host
