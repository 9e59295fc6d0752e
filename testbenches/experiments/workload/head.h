/// The lines of a workload file before "begin".
#pragma once

#include <set>

#include "testbenches/experiments/workload/faults.h"
#include "testbenches/experiments/workload/workload.h"

namespace flybar::experiments {

class WorkloadHead {
 public:
  WorkloadHead(Workload& workload, WorkloadFaults& faults) : workload_(workload), faults_(faults) {}

  void line(std::int64_t number, std::string_view text);
  /// Complains of what is missing. `line` is that of "begin".
  void finish(std::int64_t line);

 private:
  void text(std::string_view key, std::string_view value);
  void file(std::string_view value);
  void process(std::string_view value);
  void touches(std::string_view value);
  bool next(std::string_view word, std::int64_t index, std::int64_t most, const char* what);
  void complain(std::string found, std::string allowed, std::string advice);

  Workload& workload_;
  WorkloadFaults& faults_;
  std::set<std::string, std::less<>> seen_;
  std::int64_t line_ = 0;
};

}  // namespace flybar::experiments
