#include "testbenches/lockstep/scenario.h"

#include "models/systems/trapeze.h"

namespace flybar::lockstep {

myrinet::Topology Scenario::topology() const {
  switch (wiring) {
    case Wiring::kDirect:
      return myrinet::direct_cable();
    case Wiring::kOneSwitch:
      return myrinet::one_switch(nodes.size(), 8);
    case Wiring::kChain:
      return myrinet::switch_chain(nodes.size(), 3);
  }
  return myrinet::one_switch(nodes.size(), 8);
}

void Scenario::stand_on(const std::string& platform) {
  settings = cluster::find_platform(platform).settings;
}

std::unique_ptr<cluster::System> Scenario::system() const {
  return systems::load_trapeze(cluster::PlatformFile(), settings);
}

}  // namespace flybar::lockstep
