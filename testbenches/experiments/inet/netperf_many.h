/// Streams between many hosts at once.
#pragma once

#include <vector>

#include "testbenches/experiments/inet/netperf_setup.h"
#include "testbenches/experiments/many/members.h"
#include "testbenches/experiments/stacks/transport/transport_experiment.h"

namespace flybar::experiments {

class ManyTransfers;

class NetperfMany : public TransportExperiment {
 public:
  enum class Pattern : std::uint8_t { kAllToAll, kIncast, kPairs };

  NetperfMany();
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"amount"}; }
  bool takes_system() const override { return true; }
  std::vector<std::string> headline() const override {
    return {"throughput", "slowest", "fairness", "transfer_p50", "transfer_p99"};
  }
  Results run(const Context& context) override;

 private:
  Transport transport() const override { return setup_.transport; }
  std::size_t nodes_of(const cluster::SystemParams& system) const;
  /// Those that may take part in the pattern.
  Members candidates(const cluster::SystemParams& system) const;
  std::vector<Flow> flows(const cluster::SystemParams& system) const;
  void note_idle(const cluster::SystemParams& system, Results& results) const;
  void add_transfers(Results& results, const ManyTransfers& transfers) const;

  Pattern pattern_ = Pattern::kAllToAll;
  std::int64_t nodes_ = 0;
  NetperfSetup setup_;
};

}  // namespace flybar::experiments
