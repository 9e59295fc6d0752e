/// Every parameter of a system of nodes on a network.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "models/common/layer_params.h"

namespace flybar::cluster {

struct SystemParams {
  /// Nodes that are alike. All roles have the same layers.
  struct Role {
    std::string name;
    LayerParams node;
  };

  std::string platform;     ///< name in its file
  LayerParams shared;       ///< of no single node: the network
  std::vector<Role> roles;  ///< node N has role N, and all nodes after the last role have that one

  LayerParams& node(std::size_t n) { return roles[std::min(n, roles.size() - 1)].node; }
  const LayerParams& node(std::size_t n) const { return roles[std::min(n, roles.size() - 1)].node; }
};

}  // namespace flybar::cluster
