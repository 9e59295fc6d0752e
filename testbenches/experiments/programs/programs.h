/// Linux programs of this machine, unmodified, on modelled hosts with TCP/IP.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/process/linux/computing.h"
#include "testbenches/experiments/programs/program_line.h"
#include "testbenches/experiments/stacks/transport/transport_experiment.h"

namespace flybar::experiments {

class Programs final : public TransportExperiment {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> headline() const override;
  std::vector<std::string> inputs() const override;
  bool takes_system() const override { return true; }
  bool makes_calls() const override { return true; }
  Results run(const Context& context) override;

 private:
  Transport transport() const override { return transport_; }
  void describe_computing(Parameters& options);
  struct Plan {
    std::size_t nodes = 0;
    std::vector<ProgramLine> lines;  ///< in the order of nodes, and of programs on them
  };
  /// Throws ConfigurationError, with all faults.
  Plan plan(const cluster::SystemParams& system) const;
  std::vector<ProgramLine> given_lines() const;
  std::size_t count_nodes(const cluster::SystemParams& system,
                          const std::vector<ProgramLine>& lines) const;

  std::map<std::string, std::string> commands_;  ///< by key
  std::string others_;
  std::int64_t nodes_ = 0;
  std::string file_;
  std::string requests_;
  Transport transport_ = Transport::kIpTrapeze;
  Bytes socket_buffer_ = Bytes(64 * 1024);
  Time call_ = Time::us(2);
  Time clock_call_ = Time::ns(50);
  process::Computing computing_;
};

}  // namespace flybar::experiments
