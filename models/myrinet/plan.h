/// Myrinet as a kind of network: the section of a system file, and what comes of it.
#pragma once

#include <memory>

#include "models/contracts/network.h"
#include "models/myrinet/shape/topology.h"

namespace flybar::myrinet {

/// How cables and switches connect the nodes.
class Plan final : public NetworkPlan {
 public:
  explicit Plan(Topology topology) : topology_(std::move(topology)) {}

  const Topology& topology() const { return topology_; }
  std::size_t ports() const override { return topology_.nodes; }
  std::string summary() const override;
  std::string text() const override;
  void enter(LayerParams& shared) const override;
  std::unique_ptr<flybar::Network> build(const std::string& name, const LayerParams& shared,
                                         Observer& observer) const override;

 private:
  const Topology topology_;
};

inline std::shared_ptr<const NetworkPlan> planned(Topology topology) {
  return std::make_shared<Plan>(std::move(topology));
}

/// A plan says either a shape with its numbers or switches and cables one by one. It is refused
/// with ports that there are not, or that have two cables, cables that lead back to where they come
/// from, that are too short or too long, nodes that cannot be reached, and routes that are longer
/// than a NIC's.
NetworkKind kind();

}  // namespace flybar::myrinet
