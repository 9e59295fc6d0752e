/// Calls from node 0 to a service on node 1, which answers or passes them on to node 2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/gmsnet/message.h"
#include "testbenches/experiments/rpc/rpc_caller.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Rpc : public ExperimentOn<TrapezeStack> {
 public:
  enum class Hops : std::uint8_t { kTwo, kThree };
  /// How the caller handles the reply.
  enum class Variant : std::uint8_t { kWait, kCont, kDefer };

  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"calls"}; }
  Results run(const Context& context) override;

 private:
  void check_frame(const LayerParams& caller, std::vector<Fault>& faults) const;
  std::size_t nodes() const;
  std::int64_t outstanding() const;
  RpcCaller::Setup setup(Time patience) const;
  Results results(TrapezeStack& stack, const RpcCaller::Phase& single,
                  const RpcCaller::Phase& several) const;

  Hops hops_ = Hops::kTwo;
  Variant variant_ = Variant::kWait;
  gmsnet::Delivery delivery_ = gmsnet::Delivery::kSolicited;
  Bytes payload_;
  std::int64_t outstanding_ = 0;
  std::int64_t calls_ = 200;
};

}  // namespace flybar::experiments
