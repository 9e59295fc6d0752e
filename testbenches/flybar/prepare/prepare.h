/// From what the user wrote to an experiment that can run: everything is checked here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster/files/platform.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/command/request.h"

namespace flybar::program {

class Shadowing;

/// An experiment with its options and its system.
struct Prepared {
  std::string name;
  std::unique_ptr<experiments::Experiment> experiment;
  std::unique_ptr<Parameters> options;
  std::unique_ptr<cluster::System> system;
  Stepping stepping = Stepping::kFast;
  std::size_t threads = 1;  ///< asked for
  std::vector<std::string> firmware;
  std::shared_ptr<Shadowing> shadow = {};  ///< filled in by those who run it
  bool from_file = false;  ///< a system file, whose network is part of the parameters

  /// Everything that the result depends on, as text: the platform, its parameters, the options.
  std::vector<std::pair<std::string, std::string>> parameters() const;
};

/// Throws UsageError if there is no such experiment, else ConfigurationError with every fault.
Prepared prepare(const RunRequest& request);

/// The value of an option of the experiment or a parameter of the system that is allowed and
/// nearest to `value`; `value` itself if there is no such key. Throws UsageError if there is no
/// such experiment.
std::string nearest_allowed(const RunRequest& request, const std::string& key,
                            const std::string& value);

/// "key=value" in two. Appends a fault and answers an empty key if there is no '='.
std::pair<std::string, std::string> split_setting(const std::string& text, const std::string& where,
                                                  std::vector<Fault>& faults);

}  // namespace flybar::program
