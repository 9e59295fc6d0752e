/// IP over Trapeze, beside gmsnet: one NIC and one pool of frames for both.
#pragma once

#include <deque>

#include "models/inet/device/ip_driver.h"
#include "testbenches/experiments/stacks/gms/kernels.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class TrapezeLink final : public LinkLayer {
 public:
  TrapezeLink(Testbed& testbed, std::size_t card);

  Stack& stack() override { return stack_; }
  host::PagePool& pool(std::size_t n) override { return kernels_.pools().of(n); }
  inet::IpDriver& device(std::size_t n) override { return drivers_[n]; }
  std::vector<Drops> drops(std::size_t n) override;
  std::vector<Drops> dropped_by_cards() override;
  Kernels* kernels() override { return &kernels_; }

 private:
  TrapezeStack stack_;
  Kernels kernels_;
  std::deque<inet::IpDriver> drivers_;
};

}  // namespace flybar::experiments
