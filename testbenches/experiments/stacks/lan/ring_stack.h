/// Ring cards and their drivers on every node of a test bed.
#pragma once

#include <deque>

#include "models/lan/driver/driver.h"
#include "testbenches/experiments/measure/stack.h"
#include "testbenches/experiments/stacks/calls/frame_pools.h"

namespace flybar::experiments {

class RingStack final : public Stack {
 public:
  /// On card number `card` of each node. Before the test bed runs.
  RingStack(Testbed& testbed, std::size_t card);

  lan::Driver& driver(std::size_t n) { return drivers_[n]; }
  host::PagePool& pool(std::size_t n) { return pools_.of(n); }
  FramePools& pools() { return pools_; }
  /// Frames dropped by all cards and by the network, from the start of the run.
  struct Dropped {
    std::uint64_t no_descriptor = 0, fifo_full = 0, damaged = 0, lost = 0;
  };
  Dropped dropped_frames();

 private:
  void start(std::size_t n) override { drivers_[n].start(); }
  std::optional<MessageCounts> counts(std::size_t n) const override;
  void account_own(Results& results) override { testbed().messages().account(results); }

  FramePools pools_;
  std::deque<lan::Driver> drivers_;
};

}  // namespace flybar::experiments
