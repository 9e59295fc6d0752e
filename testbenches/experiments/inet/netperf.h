/// What a program gets out of TCP/IP between two hosts: streams, and round trips of small messages.
#pragma once

#include "testbenches/experiments/inet/netperf_setup.h"
#include "testbenches/experiments/stacks/transport/transport_experiment.h"

namespace flybar::experiments {

class Netperf : public TransportExperiment {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"amount", "transactions"}; }
  std::vector<std::string> headline() const override {
    return {"throughput",     "sent_throughput", "rate",          "latency",
            "rpc_rate",       "rpc_latency",     "rpc_p50",       "rpc_p99",
            "file_bandwidth", "file_read_mean",  "file_read_p50", "file_read_p99"};
  }
  Results run(const Context& context) override;

 private:
  Transport transport() const override { return setup_.transport; }
  void describe_buffers(Parameters& options);
  void describe_amounts(Parameters& options);
  void check_amount(const cluster::SystemParams& system, std::vector<Fault>& faults) const;
  void check_memory(const cluster::SystemParams& system, std::vector<Fault>& faults) const;

  NetperfSetup setup_;
};

}  // namespace flybar::experiments
