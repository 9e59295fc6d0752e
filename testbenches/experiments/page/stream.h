/// Bandwidth of a stream of messages from the server to the client, and what limits it.
#pragma once

#include "models/trapeze/endpoint_config.h"
#include "testbenches/experiments/experiment.h"

namespace flybar::experiments {

class Stream : public Experiment {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  bool takes_system() const override { return true; }
  Results run(const Context& context) override;

 private:
  std::string published(const Context& context) const;

  enum class Writes : std::uint8_t { kNone, kAll };

  Bytes payload_ = Bytes(8192);
  static constexpr Bytes kControl = Bytes(16);  ///< as when it was fitted
  Bytes control_ = kControl;
  trapeze::Notify notify_ = trapeze::Notify::kPolling;
  std::int64_t messages_ = 1000;
  Writes writes_ = Writes::kNone;
};

}  // namespace flybar::experiments
