#include "models/host/params.h"
#include "models/mpi/mpi_params.h"
#include "models/pm/params.h"
#include "models/systems/machines.h"

namespace flybar::systems {
namespace {

void add_mpi(LayerParams& node) {
  mpi::add_layer(node,
                 [](const LayerParams& own) { return own.get<pm::Params>().firmware.pin_entries; });
}

}  // namespace

cluster::Machine pm() {
  return {.name = "pm",
          .summary = "PM messages and remote writes, MPI on them",
          .roles = {"client", "server"},
          .layers = {&host::add_layer, &pm::add_layer, &add_mpi},
          .parts = {.buses = "pci", .cards = "lanai"},
          .networks = {.networks = "myrinet"}};
}

}  // namespace flybar::systems
