/// Experiments from shared objects.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// Of what an object and the program must agree on; grows with every change of the headers that an
/// experiment uses.
inline constexpr int kExperimentInterface = 4;

/// The experiment in a shared object that says FLYBAR_EXPERIMENT. Throws ConfigurationError.
const Entry& load(const std::string& file);

/// The experiments of the program, and then those that were loaded.
std::vector<Entry> all_with_loaded();

}  // namespace flybar::experiments

/// Once in a shared object: the name and the summary of the experiment, and its class.
#define FLYBAR_EXPERIMENT(name, summary, Class)                                        \
  extern "C" int flybar_experiment_interface() {                                       \
    return flybar::experiments::kExperimentInterface;                                  \
  }                                                                                    \
  extern "C" const flybar::experiments::Entry* flybar_experiment() {                   \
    static const flybar::experiments::Entry kEntry{name, summary,                      \
                                                   &flybar::experiments::make<Class>}; \
    return &kEntry;                                                                    \
  }
