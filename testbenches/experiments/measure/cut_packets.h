/// Packets that switches have cut by the end of a run, because they had not moved for too long.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster/build/hardware.h"
#include "models/common/delivery_error.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

class CutPackets {
 public:
  CutPackets(const cluster::Hardware& hardware, const cluster::SystemParams& system);

  std::uint64_t count() const;
  /// "switches cut 6 packets that had not moved for switch.timeout (50 ms): 4 at switch 3 port 14,
  /// 2 at ...".
  std::string text() const;
  /// The same error, and what switches have cut by then: that may be the reason.
  DeliveryError explain(const DeliveryError& error) const;
  /// Adds a table, and a clause to the limit. Nothing if none was cut.
  void account(Results& results) const;

 private:
  CutRule rule_{"", {}, {}};  ///< of one of the networks that have one
  std::vector<std::pair<std::string, std::uint64_t>> outputs_;  ///< the most packets first
};

}  // namespace flybar::experiments
