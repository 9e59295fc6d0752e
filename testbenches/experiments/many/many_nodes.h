/// What experiments with any number of nodes share: who sends to whom is up to each.
#pragma once

#include <vector>

#include "testbenches/experiments/many/members.h"
#include "testbenches/experiments/many/traffic.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class ManyNodes : public ExperimentOn<TrapezeStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  bool takes_system() const override { return true; }
  std::vector<std::string> headline() const override { return {"bandwidth", "mean", "p50", "p99"}; }
  Results run(const Context& context) override;

 protected:
  /// Of a system without a file.
  virtual std::size_t nodes() const = 0;
  /// Those that the options ask for, or what is wrong with them.
  virtual std::vector<Flow> flows(const cluster::SystemParams& system, std::size_t nodes,
                                  std::vector<Fault>& faults) const = 0;

 private:
  std::size_t nodes_of(const cluster::SystemParams& system) const;
  void check_card(const cluster::SystemParams& system, std::vector<Fault>& faults) const;

  Bytes payload_ = Bytes(8192);
  std::int64_t messages_ = 100;
  std::int64_t card_ = 0;
};

}  // namespace flybar::experiments
