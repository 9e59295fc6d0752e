/// An experiment with the option `transport`.
#pragma once

#include <vector>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/stacks/transport/transport.h"

namespace flybar::experiments {

class TransportExperiment : public Experiment {
 public:
  const char* firmware(const cluster::SystemParams& system) const override;
  std::vector<cluster::Setting> parts() const override { return parts_of(transport()); }

 protected:
  virtual Transport transport() const = 0;
};

}  // namespace flybar::experiments
