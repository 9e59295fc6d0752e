/// The steps of `prepare`: what is chosen, loaded and checked. For its own files alone.
#pragma once

#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/common/error.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/command/request.h"
#include "testbenches/flybar/prepare/prepare.h"

namespace flybar::program::preparing {

/// What several steps find is told once.
void append(std::vector<Fault>& to, const std::vector<Fault>& from);

/// Notes what `step` finds wrong with the configuration.
template <class Step>
void collect(std::vector<Fault>& faults, Step step) {
  try {
    step();
  } catch (const ConfigurationError& error) {
    append(faults, error.faults());
  }
}

// Choose:

/// Each once in a process: the points of a sweep are prepared one after the other.
void load_objects(const std::vector<std::string>& objects);
/// Throws UsageError if there is none of this name.
experiments::Entry find_experiment(const std::string& name);
/// The experiments that have an option of this name.
std::string experiments_with(const std::string& key);
Stepping stepping(const std::string& step, std::vector<Fault>& faults);

// Load:

/// Fills in options and system, as far as there are no faults.
void load_system(Prepared& ready, const RunRequest& request, std::vector<Fault>& faults);

// Check:

/// Reads what can be read once, before any other process of the command does.
void check_images(const std::vector<std::string>& images, std::vector<Fault>& faults);
/// Somebody who names an image expects it to run.
void check_runs_images(const RunRequest& request, const Prepared& ready,
                       std::vector<Fault>& faults);
void check_takes_system(const Prepared& ready, std::vector<Fault>& faults);
void check_fit_rows(const cluster::PlatformFile& platform, std::vector<Fault>& faults);
/// Which layers there are depends on the platform: says of those that are missing on which they
/// are.
void tell_machines(const RunRequest& request, const Prepared& ready, std::vector<Fault>& faults);
/// A user who sets a seed expects another result than with another seed.
void check_seed(const RunRequest& request, const Prepared& ready, std::vector<Fault>& faults);

}  // namespace flybar::program::preparing
