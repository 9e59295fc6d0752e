#include "testbenches/experiments/stacks/transport/transport_experiment.h"

#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

const char* TransportExperiment::firmware(const cluster::SystemParams& system) const {
  return has_firmware(transport()) ? TrapezeStack::kFirmware.file(system.node(0)) : "";
}

}  // namespace flybar::experiments
