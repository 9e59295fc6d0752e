/// Every node sends to every other one.
#pragma once

#include "testbenches/experiments/many/many_nodes.h"

namespace flybar::experiments {

class AllToAll final : public ManyNodes {
 public:
  void describe(Parameters& options) override;

 protected:
  std::size_t nodes() const override { return static_cast<std::size_t>(nodes_ > 0 ? nodes_ : 4); }
  std::vector<Flow> flows(const cluster::SystemParams& system, std::size_t nodes,
                          std::vector<Fault>& faults) const override;

 private:
  std::int64_t nodes_ = 0;
};

}  // namespace flybar::experiments
