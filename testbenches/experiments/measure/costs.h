/// Where the CPU time of a host goes.
#pragma once

#include <map>
#include <string_view>

#include "models/host/cpu/cpu.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// Between two instants of its software, by named cost.
class CostsOf {
 public:
  /// By the software of this CPU, after sync().
  void begin(const host::Cpu& cpu);
  void end(const host::Cpu& cpu);

  /// Of the elapsed time.
  double percent() const;
  /// All of it in us.
  double busy() const { return (end_.use.busy() - begin_.use.busy()).us(); }
  double elapsed() const { return (end_.at - begin_.at).us(); }
  /// us of each label that took any.
  std::map<std::string_view, double> by_label() const;

 private:
  struct Mark {
    Time at;
    host::CpuUse use;
  };
  Mark begin_, end_;
};

/// What hosts spent on each of `count` equal pieces of work: a column for each host, a row for each
/// named cost, the largest first. The rows of a host add up to the last one, its CPU time.
Table costs_table(const char* name,
                  const std::vector<std::pair<std::string, const CostsOf*>>& hosts, double count);

}  // namespace flybar::experiments
