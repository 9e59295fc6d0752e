#include "testbenches/experiments/stacks/transport/transport_experiment.h"

#include "testbenches/experiments/stacks/myriapi/myriapi_stack.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

const char* TransportExperiment::firmware(const cluster::SystemParams& system) const {
  if (!has_firmware(transport())) return "";
  const StackFirmware& firmware =
      transport() == Transport::kIpMyriapi ? MyriapiStack::kFirmware : TrapezeStack::kFirmware;
  return firmware.file(system.node(0));
}

}  // namespace flybar::experiments
