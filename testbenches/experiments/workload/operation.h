/// The lines of a workload file between "begin" and "end".
#pragma once

#include <array>
#include <span>

#include "testbenches/experiments/workload/faults.h"
#include "testbenches/experiments/workload/state.h"

namespace flybar::experiments {

class WorkloadOperations {
 public:
  WorkloadOperations(Workload& workload, WorkloadFaults& faults)
      : faults_(faults), state_(workload) {}

  void line(std::int64_t number, std::string_view text);
  void finish(std::int64_t line);

 private:
  struct Form;
  static const std::array<Form, 11> kForms;

  struct Values;
  void operation(const Form& form, std::span<const std::string_view> words);
  void value(Values& values, char letter, std::string_view word);
  void refuse(std::string found, std::string allowed);
  void told(const WorkloadState::Verdict& verdict);

  WorkloadFaults& faults_;
  WorkloadState state_;
  std::int64_t line_ = 0;
  bool good_ = true;  ///< this line so far
};

}  // namespace flybar::experiments
