/// Kernels that call each other over any transport: cards, what drives them, gmsnet.
#pragma once

#include <memory>
#include <optional>

#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/experiments/stacks/transport/transport.h"

namespace flybar::experiments {

class KernelStack {
 public:
  /// Before the test bed runs. Precondition: check_calls() found nothing.
  KernelStack(Testbed& testbed, Transport transport);

  Stack& stack() { return trapeze_ ? *trapeze_ : link_->stack(); }
  Kernels& kernels() { return *kernels_; }
  /// What the layers below node `n` have lost or held up so far; nothing of Trapeze itself.
  std::vector<Drops> drops(std::size_t n) { return inet_ ? inet_->drops(n) : std::vector<Drops>(); }

 private:
  // Of Trapeze itself:
  std::optional<TrapezeStack> trapeze_;
  std::optional<FramePools> pools_;
  // Of the others:
  std::unique_ptr<LinkLayer> link_;
  std::optional<InetHosts> inet_;

  std::unique_ptr<Kernels> kernels_;
};

/// Adds the option `transport` with all that can carry calls between kernels.
void add_call_transport(Parameters& options, Transport& transport);
/// What does not fit together about calls with pages of a frame between `nodes` nodes.
void check_calls(Transport transport, std::size_t nodes, const cluster::SystemParams& system,
                 std::vector<Fault>& faults);

}  // namespace flybar::experiments
