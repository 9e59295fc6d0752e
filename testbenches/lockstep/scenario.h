/// A system and what its nodes do, drawn at random from a seed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/cluster/platform.h"
#include "models/myrinet/topology.h"
#include "models/trapeze/endpoint_config.h"
#include "testbenches/lockstep/traffic.h"

namespace flybar::lockstep {

enum class Wiring : std::uint8_t { kDirect, kOneSwitch, kChain };

struct Scenario {
  std::uint64_t seed = 0;
  std::string platform = "alphastation-500";
  std::string firmware = "trapeze.elf";
  std::vector<cluster::Setting> settings;
  Wiring wiring = Wiring::kOneSwitch;
  trapeze::Notify notify = trapeze::Notify::kPolling;
  bool attach_frames = true;
  std::vector<NodePlan> nodes;

  void set(const std::string& key, const std::string& value) {
    settings.push_back({"scenario", key, value});
  }
  myrinet::Topology topology() const;
  /// Throws ConfigurationError if the settings do not fit together.
  std::unique_ptr<cluster::System> system() const;
  /// What a person needs to build it by hand.
  std::string text() const;
};

/// The scenario of this seed. Settings that do not fit together are drawn again.
Scenario draw(std::uint64_t seed);

}  // namespace flybar::lockstep
