/// Linux programs of this machine, unmodified, on modelled hosts with TCP/IP over Trapeze.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/experiments/programs/program_line.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Programs final : public ExperimentOn<TrapezeStack> {
 public:
  /// That may have a program.
  static constexpr std::size_t kMostNodes = 32;

  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> headline() const override { return {"time", "calls"}; }
  bool takes_system() const override { return true; }
  Results run(const Context& context) override;

 private:
  std::size_t nodes(const cluster::SystemParams& system) const;

  std::array<std::string, kMostNodes> commands_;
  Bytes socket_buffer_ = Bytes(64 * 1024);
  Time call_ = Time::us(2);
  Time clock_call_ = Time::ns(50);
};

}  // namespace flybar::experiments
