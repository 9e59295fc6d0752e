#include "models/systems/trapeze.h"

#include "models/gms/gms_params.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/host/params.h"
#include "models/lanai/board/layer.h"
#include "models/mpi/mpi_params.h"
#include "models/myrinet/network_params.h"
#include "models/pci/pci_params.h"
#include "models/pm/params.h"
#include "models/trapeze/library_params.h"

namespace flybar::systems {
namespace {

std::int64_t pin_entries(const LayerParams& node) {
  return node.get<pm::Params>().firmware.pin_entries;
}

}  // namespace

cluster::SystemParams trapeze() {
  LayerParams shared, node;
  myrinet::add_layer(shared);
  lanai::add_layer(node);
  pci::add_layer(node);
  host::add_layer(node);
  trapeze::add_layer(node);
  gmsnet::add_layer(node);
  gms::add_layer(node);
  pm::add_layer(node);
  mpi::add_layer(node, &pin_entries);
  return {.platform = "", .shared = shared, .roles = {{"client", node}, {"server", node}}};
}

std::unique_ptr<cluster::System> load_trapeze(const cluster::PlatformFile& platform,
                                              const std::vector<cluster::Setting>& overrides,
                                              const std::vector<std::string>& other_keys) {
  return cluster::load_system(trapeze(), platform, overrides, other_keys);
}

std::unique_ptr<cluster::System> load_trapeze(const cluster::SystemFile& file,
                                              const std::vector<cluster::Setting>& overrides,
                                              const std::vector<std::string>& other_keys) {
  return cluster::load_system(trapeze(), file, overrides, other_keys);
}

}  // namespace flybar::systems
