/// Each sender has a receiver of its own.
#pragma once

#include "testbenches/experiments/many/many_nodes.h"

namespace flybar::experiments {

class Pairs final : public ManyNodes {
 public:
  void describe(Parameters& options) override;

 protected:
  std::size_t nodes() const override {
    return static_cast<std::size_t>(2 * (pairs_ > 0 ? pairs_ : 2));
  }
  std::vector<Flow> flows(const cluster::SystemParams& system, std::size_t nodes,
                          std::vector<Fault>& faults) const override;

 private:
  std::int64_t pairs_ = 0;
};

}  // namespace flybar::experiments
