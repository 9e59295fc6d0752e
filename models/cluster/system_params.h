/// Every parameter of a system of nodes on a network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/common/layer_params.h"
#include "models/myrinet/shape/topology.h"

namespace flybar::cluster {

/// What an experiment with many nodes lets a node do.
enum class Runs : std::uint8_t { kBoth, kSend, kReceive, kNothing };

struct SystemParams {
  /// Nodes that are alike. All roles have the same layers.
  struct Role {
    std::string name;
    LayerParams node;
    std::size_t count = 1;  ///< of nodes; the last role has all that are left
    Runs runs = Runs::kBoth;
  };

  std::string platform;     ///< name in its file
  LayerParams shared;       ///< of no single node: the network
  std::vector<Role> roles;  ///< in the order of their nodes
  /// Of a system file; without it as few switches as the nodes of an experiment take.
  std::optional<myrinet::Topology> topology = {};

  const Role& role(std::size_t n) const {
    std::size_t i = 0;
    for (; i + 1 < roles.size() && n >= roles[i].count; ++i) n -= roles[i].count;
    return roles[i];
  }
  LayerParams& node(std::size_t n) { return const_cast<LayerParams&>(role(n).node); }
  const LayerParams& node(std::size_t n) const { return role(n).node; }
};

}  // namespace flybar::cluster
