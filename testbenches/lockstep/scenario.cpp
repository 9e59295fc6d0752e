#include "testbenches/lockstep/scenario.h"

#include "models/common/quantity.h"

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

std::unique_ptr<cluster::System> Scenario::system() const {
  return cluster::load_system(cluster::find_platform(platform), settings);
}

std::string Scenario::text() const {
  std::string all = "seed " + std::to_string(seed) + ": " + platform + ", " + firmware + ", " +
                    (wiring == Wiring::kDirect      ? "a direct cable"
                     : wiring == Wiring::kOneSwitch ? "one switch"
                                                    : "a chain of switches with 3 ports") +
                    ", " + (notify == trapeze::Notify::kPolling ? "polling" : "interrupt") +
                    (attach_frames ? "" : ", no frames attached") +
                    (interrupts == 0 ? ""
                                     : ", EIMR " + std::to_string(interrupts) + " and IT " +
                                           std::to_string(timer)) +
                    "\n";
  for (const cluster::Setting& setting : settings)
    all += "  --set " + setting.key + "=\"" + setting.text + "\"\n";
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    all += "  node " + std::to_string(n) + " from " + quantity::print(nodes[n].begin) + ", " +
           std::to_string(nodes[n].buffers) + " buffers, holds " +
           quantity::print(nodes[n].longest_hold) + ", sends:";
    for (const Message& message : nodes[n].messages)
      all += " (to " + std::to_string(message.to) + ", type " + std::to_string(message.type) +
             ", " + quantity::print(message.control) + " + " + quantity::print(message.payload) +
             ", token " + std::to_string(message.token) + ", after " +
             quantity::print(message.gap) + ")";
    all += "\n";
  }
  return all;
}

}  // namespace flybar::lockstep
