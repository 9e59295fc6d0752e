/// What was wrong with an input, in four parts.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace flybar {

struct Fault {
  std::string where;    ///< a key, an option, a file and line
  std::string found;    ///< what stands there and why it is wrong
  std::string allowed;  ///< what could stand there
  std::string advice;   ///< what to do

  std::string text() const {
    return where + ": " + found + "; allowed: " + allowed + "; " + advice;
  }
};

/// All faults of one input at once, one line each.
class ConfigurationError : public std::runtime_error {
 public:
  explicit ConfigurationError(std::vector<Fault> faults)
      : std::runtime_error(lines(faults)), faults_(std::move(faults)) {}
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  static std::string lines(const std::vector<Fault>& faults) {
    std::string all;
    for (const Fault& fault : faults) all.append(all.empty() ? "" : "\n").append(fault.text());
    return all;
  }
  std::vector<Fault> faults_;
};

}  // namespace flybar
