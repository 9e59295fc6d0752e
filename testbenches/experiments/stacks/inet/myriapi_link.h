/// IP over the vendor's firmware: a NIC and a pool of frames that nobody else uses.
#pragma once

#include <deque>

#include "models/inet/device/myriapi_driver.h"
#include "testbenches/experiments/stacks/calls/frame_pools.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/experiments/stacks/myriapi/myriapi_stack.h"

namespace flybar::experiments {

class MyriapiLink final : public LinkLayer {
 public:
  /// On card number `card` of each node.
  MyriapiLink(Testbed& testbed, std::size_t card);

  Stack& stack() override { return stack_; }
  host::PagePool& pool(std::size_t n) override { return pools_.of(n); }
  inet::MyriapiDriver& device(std::size_t n) override { return drivers_[n]; }
  std::vector<Drops> drops(std::size_t n) override;
  std::vector<Drops> dropped_by_cards() override;

 private:
  MyriapiStack stack_;
  FramePools pools_;
  std::deque<inet::MyriapiDriver> drivers_;
};

}  // namespace flybar::experiments
