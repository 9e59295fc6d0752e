/// IP over Trapeze, perhaps beside gmsnet: one NIC and one pool of frames for both.
#pragma once

#include <deque>
#include <optional>

#include "models/inet/device/ip_driver.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class TrapezeLink final : public LinkLayer {
 public:
  /// On card number `card` of each node.
  TrapezeLink(Testbed& testbed, std::size_t card, BesideIp beside);

  Stack& stack() override { return stack_; }
  host::PagePool& pool(std::size_t n) override { return pools_.of(n); }
  inet::IpDriver& device(std::size_t n) override { return drivers_[n]; }
  std::vector<Drops> drops(std::size_t n) override;
  std::vector<Drops> dropped_by_cards() override;
  Kernels* kernels() override { return kernels_ ? &*kernels_ : nullptr; }

 private:
  TrapezeStack stack_;
  FramePools pools_;
  std::optional<Kernels> kernels_;
  std::deque<inet::IpDriver> drivers_;
};

}  // namespace flybar::experiments
