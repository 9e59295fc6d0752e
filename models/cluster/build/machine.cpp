#include "models/cluster/build/machine.h"

namespace flybar::cluster {
namespace {

LayerParams node_of(const Machine& machine, const OtherParts::OfRole& other,
                    const std::vector<NetworkName>& networks, const Parts& kinds) {
  const NodeParts lists{other.buses.value_or(machine.parts.buses),
                        other.cards.value_or(machine.parts.cards)};
  LayerParams node;
  add_lists(node, lists);
  add_layers(node, node_plan(lists, networks, kinds));
  for (const auto& add_layer : machine.layers) add_layer(node);
  return node;
}

}  // namespace

SystemParams defaults(const Machine& machine, const Parts& kinds, const OtherParts& other) {
  SystemParams system;
  system.machine = machine.name;
  system.parts = &kinds;
  const SystemParts lists{other.networks.value_or(machine.networks.networks)};
  const std::vector<NetworkName> networks = network_names(lists.networks, kinds);
  add_lists(system.shared, lists);
  add_layers(system.shared, networks);
  std::vector<std::string> roles = machine.roles;
  if (roles.empty()) roles.emplace_back();
  for (std::size_t i = 0; i < roles.size(); ++i)
    system.roles.push_back(
        {roles[i], node_of(machine, i < other.roles.size() ? other.roles[i] : OtherParts::OfRole(),
                           networks, kinds)});
  return system;
}

}  // namespace flybar::cluster
