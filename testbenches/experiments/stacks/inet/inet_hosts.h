/// TCP/IP on every node of a test bed, each over a device of its own, whatever card that drives.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "models/inet/device/faulty_device.h"
#include "models/inet/ip/inet.h"
#include "testbenches/experiments/measure/costs.h"
#include "testbenches/experiments/measure/stack.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"

namespace flybar::experiments {

class InetHosts {
 public:
  struct Setup {
    Bytes socket_buffer;
    bool software_sums = false;
  };
  /// Before the test bed runs.
  InetHosts(Testbed& testbed, LinkLayer& link, const Setup& setup);

  inet::Inet& inet(std::size_t n) { return inets_[n]; }
  /// By the software of node `n`: the same causes in the same order on each.
  std::vector<Drops> drops(std::size_t n);

 private:
  LinkLayer& link_;
  std::vector<std::unique_ptr<inet::FaultyDevice>> faulty_;  ///< null: nothing happens to packets
  std::deque<inet::Inet> inets_;
};

}  // namespace flybar::experiments
