/// Experiments from shared objects.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// The experiment in a shared object that says FLYBAR_EXPERIMENT. Throws ConfigurationError.
const Entry& load(const std::string& file);

/// The experiments of the program, and then those that were loaded.
std::vector<Entry> all_with_loaded();

}  // namespace flybar::experiments

/// Of what an object and the program must agree on; the number grows with every change of the
/// headers that an experiment or a part uses. The program has it as a symbol, so that the loader
/// refuses an object of another one before anything of it runs.
#define FLYBAR_INTERFACE flybar_interface_5
extern "C" const char FLYBAR_INTERFACE;

/// Once in a shared object: the name and the summary of the experiment, and its class.
#define FLYBAR_EXPERIMENT(name, summary, Class)                                        \
  extern "C" const char* flybar_experiment_interface() {                               \
    return &FLYBAR_INTERFACE;                                                          \
  }                                                                                    \
  extern "C" const flybar::experiments::Entry* flybar_experiment() {                   \
    static const flybar::experiments::Entry kEntry{name, summary,                      \
                                                   &flybar::experiments::make<Class>}; \
    return &kEntry;                                                                    \
  }
