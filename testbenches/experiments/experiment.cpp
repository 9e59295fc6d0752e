#include "testbenches/experiments/experiment.h"

#include "models/cluster/system_params.h"
#include "models/trapeze/mcp_params.h"

namespace flybar::experiments {

const char* Experiment::firmware(const cluster::SystemParams& system) const {
  return trapeze::image_name(system.node(0).get<trapeze::McpParams>());
}

}  // namespace flybar::experiments
