/// Collects what is wrong with a workload file, up to a limit.
#pragma once

#include <string>
#include <vector>

#include "models/common/fault.h"

namespace flybar::experiments {

class WorkloadFaults {
 public:
  static constexpr std::size_t kMost = 20;

  explicit WorkloadFaults(std::string file) : file_(std::move(file)) {}

  /// At a line, the first being 1, or 0 for the whole file.
  void add(std::int64_t line, std::string found, std::string allowed, std::string advice) {
    faults_.push_back({line > 0 ? file_ + ":" + std::to_string(line) : file_, std::move(found),
                       std::move(allowed), std::move(advice)});
  }
  bool full() const { return faults_.size() >= kMost; }
  bool any() const { return !faults_.empty(); }
  /// Throws if there was a fault.
  void finish() const {
    if (any()) throw ConfigurationError(faults_);
  }

 private:
  std::string file_;
  std::vector<Fault> faults_;
};

}  // namespace flybar::experiments
