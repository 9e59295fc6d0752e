/// The one place that names the experiments: include its header, add its line.
#include "testbenches/experiments/experiment.h"
#include "testbenches/experiments/one_way.h"

namespace flybar::experiments {

const std::vector<Entry>& all() {
  static const std::vector<Entry> kEntries = {
      {"one-way", "latency of one message, half the mean round trip", &make<OneWay>},
  };
  return kEntries;
}

}  // namespace flybar::experiments
