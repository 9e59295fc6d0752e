/// How full the cables of a test bed were.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/testbed.h"

namespace flybar::experiments {

class CableUse {
 public:
  /// Of the time in which the cables counted, after the run.
  explicit CableUse(Testbed& testbed);

  /// Both directions of each cable, the fullest first.
  Table table() const;
  /// For how long a STOP held a node back, by all nodes that send, on average.
  double stop_time_us() const { return stop_time_us_; }

 private:
  struct Row {
    std::string name;
    double busy_percent;
    Time stopped;  ///< by STOPs of the receiving end
    double stops;
    double packets;
  };
  std::vector<Row> rows_;
  double stop_time_us_ = 0;
};

}  // namespace flybar::experiments
