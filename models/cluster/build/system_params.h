/// Every parameter of a system of nodes on networks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/cluster/build/parts.h"
#include "models/common/layer_params.h"

namespace flybar::cluster {

/// What a node of a system file takes part in, for experiments with many nodes.
enum class Runs : std::uint8_t { kBoth, kSend, kReceive, kNothing };

/// One for each network.
using NetworkPlans = std::vector<std::shared_ptr<const NetworkPlan>>;

struct SystemParams {
  /// Nodes that are alike.
  struct Role {
    std::string name;  ///< empty if the machine tells no roles apart
    LayerParams node;
    std::size_t count = 1;  ///< of nodes; the last role has all that are left
    Runs runs = Runs::kBoth;
  };

  std::string machine;      ///< which layers run there
  std::string platform;     ///< name in its file
  LayerParams shared;       ///< of no single node: the networks
  std::vector<Role> roles;  ///< in the order of their nodes
  const Parts* parts = nullptr;
  /// How a system file connects its nodes. Empty without a system file: then parameters say how as
  /// many nodes are connected as an experiment has.
  NetworkPlans plans = {};
  std::size_t nodes = 0;  ///< of a system file

  bool is_from_file() const { return !plans.empty(); }
  /// The networks that the nodes are on.
  std::vector<NetworkName> networks() const {
    return network_names(shared.get<SystemParts>().networks, *parts);
  }
  /// What the lists of parts of this node mean.
  NodePlan plan(const LayerParams& own) const {
    return node_plan(own.get<NodeParts>(), networks(), *parts);
  }
  const Role& role(std::size_t n) const {
    std::size_t i = 0;
    for (; i + 1 < roles.size() && n >= roles[i].count; ++i) n -= roles[i].count;
    return roles[i];
  }
  LayerParams& node(std::size_t n) { return const_cast<LayerParams&>(role(n).node); }
  const LayerParams& node(std::size_t n) const { return role(n).node; }
};

}  // namespace flybar::cluster
