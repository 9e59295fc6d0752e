#include "models/systems/systems.h"

#include "models/lan/plan.h"
#include "models/lan/ring/layer.h"
#include "models/lanai/board/layer.h"
#include "models/myrinet/plan.h"
#include "models/pci/host_bus.h"
#include "models/systems/machines.h"

namespace flybar::systems {

/// Names all kinds of parts that need no Verilator: add its line. A program with the chip in
/// SystemVerilog adds the others, by rtl::add_cards().
cluster::Parts& parts() {
  static cluster::Parts all{.buses = {pci::bus_kind()},
                            .cards = {lanai::card_kind(), lan::card_kind()},
                            .networks = {myrinet::kind(), lan::network_kind()}};
  return all;
}

/// And all machines.
std::vector<cluster::Machine>& machines() {
  static std::vector<cluster::Machine> all{trapeze(), pm()};
  return all;
}

namespace {

cluster::Kinds kinds() {
  return {parts(), machines()};
}

}  // namespace

cluster::SystemParams defaults(const std::string& machine) {
  cluster::PlatformFile platform;
  platform.machine = machine;
  platform.machine_where = "machine";
  return cluster::defaults(kinds().machine_of(platform), parts());
}

std::unique_ptr<cluster::System> load(const cluster::PlatformFile& platform,
                                      const std::vector<cluster::Setting>& overrides,
                                      const std::vector<std::string>& other_keys) {
  return cluster::load_system(kinds(), platform, overrides, other_keys);
}

std::unique_ptr<cluster::System> load(const cluster::SystemFile& file,
                                      const std::vector<cluster::Setting>& overrides,
                                      const std::vector<std::string>& other_keys) {
  return cluster::load_system(kinds(), file, overrides, other_keys);
}

}  // namespace flybar::systems
