/// A program touches pages of a mapped file that lie in another node's memory, one after the other
/// in random order: nothing is read ahead.
#pragma once

#include <vector>

#include "testbenches/experiments/file/fault_steps.h"
#include "testbenches/experiments/measure/costs.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"
#include "testbenches/experiments/stacks/transport/transport_experiment.h"

namespace flybar::experiments {

class KernelStack;

class PageFault final : public TransportExperiment {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"faults"}; }
  std::vector<std::string> headline() const override {
    return {"latency", "latency_p50", "latency_p99", "cpu_client", "cpu_servers"};
  }
  Results run(const Context& context) override;

 private:
  /// Who knows where a page is, and who has it: the same node or two.
  enum class Hops : std::uint8_t { kTwo, kThree };

  Transport transport() const override { return transport_; }
  std::size_t nodes() const { return hops_ == Hops::kTwo ? 2 : 3; }
  std::int64_t all_faults() const;
  std::vector<gms::PageId> place(MemoryCluster& cluster) const;
  void watch(std::size_t n, KernelStack& kernels);
  void touch(Testbed& testbed, gms::Service& service, const std::vector<gms::PageId>& pages);
  Results results(KernelStack& kernels, MemoryCluster& cluster) const;

  Transport transport_ = Transport::kTrapeze;
  Hops hops_ = Hops::kTwo;
  PagesIn pages_ = PagesIn::kMemory;
  std::int64_t faults_ = 200;

  bool measures_ = false;
  FaultSteps steps_;
  std::vector<CostsOf> costs_;  ///< of nodes
};

}  // namespace flybar::experiments
