/// The kernels of a test bed's nodes with gmsnet over datagrams, over IP over Trapeze.
#pragma once

#include <deque>
#include <vector>

#include "models/gmsnet/carriers/datagrams/datagram_carrier.h"
#include "models/gmsnet/gmsnet.h"
#include "models/inet/device/ip_driver.h"
#include "testbenches/experiments/stacks/calls/frame_pools.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::gmsnet {

class DatagramKernels {
 public:
  /// Before the test bed runs.
  explicit DatagramKernels(experiments::TrapezeStack& stack);

  Gmsnet& gmsnet(std::size_t n) { return gmsnets_[n]; }
  DatagramCarrier& carrier(std::size_t n) { return carriers_[n]; }
  inet::Inet& inet(std::size_t n) { return hosts_.inet(n); }
  std::size_t count() const { return gmsnets_.size(); }

  /// Fails unless node `n` holds nothing of a datagram any more. By its software, some time after
  /// the last one.
  void expect_clean(std::size_t n);

 private:
  /// IP over the messages of a stack that is there.
  class Link final : public experiments::LinkLayer {
   public:
    explicit Link(experiments::TrapezeStack& stack);

    experiments::Stack& stack() override { return stack_; }
    host::PagePool& pool(std::size_t n) override { return pools_.of(n); }
    inet::Device& device(std::size_t n) override { return drivers_[n]; }
    std::vector<experiments::Drops> drops(std::size_t) override { return {}; }
    std::vector<experiments::Drops> dropped_by_cards() override { return {}; }

   private:
    experiments::TrapezeStack& stack_;
    experiments::FramePools pools_;
    std::deque<inet::IpDriver> drivers_;
  };

  Link link_;
  experiments::InetHosts hosts_;
  std::deque<DatagramCarrier> carriers_;
  std::deque<Gmsnet> gmsnets_;
};

}  // namespace flybar::gmsnet
