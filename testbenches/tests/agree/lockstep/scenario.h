/// A system and what its nodes do: drawn at random from a seed, or read from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/myrinet/shape/topology.h"
#include "models/trapeze/endpoint_config.h"
#include "testbenches/tests/agree/lockstep/traffic.h"

namespace flybar::lockstep {

enum class Wiring : std::uint8_t {
  kDirect,
  kOneSwitch,
  kChain,     ///< of switches with 3 ports
  kTrunks,    ///< a chain of switches with 8 ports, between which many nodes share a cable
  kTree,      ///< of switches with 8 ports
  kClos,      ///< folded, of switches with 4 ports
  kHalfClos,  ///< the same of switches with 8 ports and half the bisection
};

struct Scenario {
  std::uint64_t seed = 0;
  std::string firmware = "trapeze.elf";
  std::string machine = "trapeze";
  /// What differs from the defaults of the parameters.
  std::vector<cluster::Setting> settings;
  Wiring wiring = Wiring::kOneSwitch;
  trapeze::Notify notify = trapeze::Notify::kPolling;
  bool attach_frames = true;
  /// Bits of ISR that move the interrupt line of each node, to which nobody listens. None: the line
  /// is the driver's. Only without interrupts as notification.
  std::uint32_t interrupts = 0;
  std::uint32_t timer = 0;  ///< what is written to IT then
  std::vector<NodePlan> nodes;

  void set(const std::string& key, const std::string& value) {
    settings.push_back({"scenario", key, value});
  }
  /// Begins with the values of this platform.
  void stand_on(const std::string& platform);
  myrinet::Topology topology() const;
  /// Throws ConfigurationError if the settings do not fit together.
  std::unique_ptr<cluster::System> system() const;
  /// All of it, for people and for read_scenario(). It names the value of every parameter: what is
  /// learnt later about a real system does not change a scenario.
  std::string text() const;
};

/// What Scenario::text() has written; empty lines and lines that begin with # are left out. `file`
/// is named in faults.
/// @throws ConfigurationError with the line, what stands there and what is allowed
Scenario read_scenario(const std::string& file, std::string_view text);

class Random;
/// Chips, wiring, bus and hosts of a system whose number of nodes is known.
void draw_machine(Random& random, Scenario& scenario);

/// Whether the settings fit together.
bool possible(const Scenario& scenario);

/// The scenario of this seed. Settings that do not fit together are drawn again.
Scenario draw(std::uint64_t seed);
/// The same, but its engines may move two words in a clock, each way.
Scenario draw_wide(std::uint64_t seed);
/// The same on SRAM, bus and link that may be wider and faster than those of the modelled card.
Scenario draw_beyond(std::uint64_t seed);
/// Up to 24 nodes on networks of every shape: many to one, each to all others, or at random; with
/// slow and fast cards, buses and links.
Scenario draw_crowd(std::uint64_t seed);
/// The same with what is seldom other than by default: impatient switches, the step of the timers,
/// short PIO bursts, and interrupts of any cause.
Scenario draw_odd(std::uint64_t seed);

}  // namespace flybar::lockstep
