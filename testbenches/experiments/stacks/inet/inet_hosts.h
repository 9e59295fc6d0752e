/// TCP/IP on every node of a test bed, each over a device of its own, whatever card that drives.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "models/inet/device/faulty_device.h"
#include "models/inet/ip/inet.h"
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

/// Where the CPU time of a side went between two instants of its software, by named cost.
class CostsOf {
 public:
  /// By the software of this CPU, after sync().
  void begin(const host::Cpu& cpu);
  void end(const host::Cpu& cpu);

  /// Of the elapsed time.
  double percent() const;
  /// All of it in us.
  double busy() const { return (end_.use.busy() - begin_.use.busy()).us(); }
  double elapsed() const { return (end_.at - begin_.at).us(); }
  /// us of each label that took any.
  std::map<std::string_view, double> by_label() const;

 private:
  struct Mark {
    Time at;
    host::CpuUse use;
  };
  Mark begin_, end_;
};

}  // namespace flybar::experiments
