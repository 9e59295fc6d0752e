/// What networks and hosts draw by chance.
#pragma once

#include <algorithm>
#include <vector>

#include "models/cluster/build/system_params.h"

namespace flybar::program {

/// Of the networks of a system that draw anything, each kind once; and of packets before hosts.
inline std::vector<NetworkKind::Chance> chances_of(const cluster::SystemParams& system) {
  std::vector<NetworkKind::Chance> all;
  for (const cluster::NetworkName& network : system.networks()) {
    const NetworkKind::Chance& own = network.kind->chance;
    const bool known = std::ranges::find(all, own.seed, &NetworkKind::Chance::seed) != all.end();
    if (!own.seed.empty() && !known) all.push_back(own);
  }
  all.push_back({"ip.fault_seed", {"ip.lost", "ip.damaged", "ip.doubled", "ip.late"}});
  return all;
}

}  // namespace flybar::program
