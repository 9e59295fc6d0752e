#include "models/gms/gms_params.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/host/params.h"
#include "models/inet/inet_params.h"
#include "models/myriapi/params.h"
#include "models/nfs/nfs_params.h"
#include "models/systems/machines.h"
#include "models/trapeze/library_params.h"

namespace flybar::systems {

cluster::Machine trapeze() {
  return {.name = "trapeze",
          .summary = "Trapeze messages, gmsnet calls between kernels, GMS network memory",
          .roles = {"client", "server"},
          .layers = {&host::add_layer, &trapeze::add_layer, &gmsnet::add_layer, &gms::add_layer,
                     &inet::add_layer, &myriapi::add_layer, &nfs::add_layer},
          .parts = {.buses = "pci", .cards = "lanai"},
          .networks = {.networks = "myrinet"}};
}

}  // namespace flybar::systems
