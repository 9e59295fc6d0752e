/// What an experiment says of its options, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// Those that it finds with these options on this system; none if it would run.
inline std::vector<Fault> faults_of(
    Experiment& experiment, const cluster::SystemParams& system,
    const std::vector<std::pair<std::string, std::string>>& options) {
  Parameters table;
  experiment.describe(table);
  for (const auto& [key, text] : options) table.set(key, text);
  std::vector<Fault> faults;
  experiment.check(system, faults);
  return faults;
}

}  // namespace flybar::experiments
