/// Bandwidth of a stream of messages from the server to the client, and what limits it.
#pragma once

#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Stream : public ExperimentOn<TrapezeStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"messages"}; }
  bool takes_system() const override { return true; }
  Results run(const Context& context) override;

 private:
  enum class Writes : std::uint8_t { kNone, kAll };

  Bytes payload_ = Bytes(8192);
  Bytes control_ = Bytes(16);
  trapeze::Notify notify_ = trapeze::Notify::kPolling;
  std::int64_t messages_ = 1000;
  Writes writes_ = Writes::kNone;
};

}  // namespace flybar::experiments
