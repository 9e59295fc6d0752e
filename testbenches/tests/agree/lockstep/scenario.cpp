#include "testbenches/tests/agree/lockstep/scenario.h"

#include <algorithm>

#include "models/myrinet/shape/folded_clos.h"
#include "models/systems/systems.h"

namespace flybar::lockstep {

myrinet::Topology Scenario::topology() const {
  using namespace myrinet;
  switch (wiring) {
    case Wiring::kDirect:
      return direct_cable();
    case Wiring::kOneSwitch:
      break;
    case Wiring::kChain:
      return switch_chain(nodes.size(), 3);
    case Wiring::kTrunks:
      return switch_chain(nodes.size(), 8);
    case Wiring::kTree:
      return switch_tree(nodes.size(), 8);
    case Wiring::kClos:
      return folded_clos(nodes.size(), 4, Bisection::kFull);
    case Wiring::kHalfClos:
      return folded_clos(nodes.size(), 8, Bisection::kHalf);
  }
  return one_switch(nodes.size(), std::max<std::size_t>(8, nodes.size()));
}

void Scenario::stand_on(const std::string& platform) {
  const cluster::PlatformFile file = cluster::find_platform(platform);
  settings = file.settings;
  machine = file.machine;
}

std::unique_ptr<cluster::System> Scenario::system() const {
  cluster::PlatformFile platform;
  platform.machine = machine;
  return systems::load(platform, settings);
}

}  // namespace flybar::lockstep
