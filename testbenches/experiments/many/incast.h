/// Many nodes send to one at once.
#pragma once

#include "testbenches/experiments/many/many_nodes.h"

namespace flybar::experiments {

class Incast final : public ManyNodes {
 public:
  void describe(Parameters& options) override;

 protected:
  std::size_t nodes() const override { return static_cast<std::size_t>(wanted(kDefault)) + 1; }
  std::vector<Flow> flows(const cluster::SystemParams& system, std::size_t nodes,
                          std::vector<Fault>& faults) const override;

 private:
  static constexpr std::int64_t kDefault = 4;
  std::int64_t wanted(std::int64_t all) const { return senders_ > 0 ? senders_ : all; }

  std::int64_t senders_ = 0;
};

}  // namespace flybar::experiments
