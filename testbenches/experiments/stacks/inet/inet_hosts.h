/// TCP/IP on every node of a test bed, beside gmsnet: one NIC, one pool of frames for both.
#pragma once

#include <deque>
#include <map>
#include <string_view>
#include <vector>

#include "models/inet/device/ip_driver.h"
#include "models/inet/ip/inet.h"
#include "testbenches/experiments/stacks/gms/kernels.h"

namespace flybar::experiments {

/// Packets that a node lost, or did not send or take at once.
struct Drops {
  const char* cause;
  bool lost;  ///< else they waited, or took longer
  std::uint64_t count;
  const char* relief = "";  ///< the parameter that would help
};

class InetHosts {
 public:
  struct Setup {
    Bytes socket_buffer;
    bool software_sums = false;
  };
  /// Before the test bed runs.
  InetHosts(TrapezeStack& stack, Kernels& kernels, const Setup& setup);

  inet::Inet& inet(std::size_t n) { return inets_[n]; }
  inet::IpDriver& driver(std::size_t n) { return drivers_[n]; }
  /// By the software of node `n`: the same causes in the same order on each.
  std::vector<Drops> drops(std::size_t n);

 private:
  std::deque<inet::IpDriver> drivers_;
  std::deque<inet::Inet> inets_;
};

/// By the cards of all nodes.
std::vector<Drops> drops_of(const FirmwareStack::Dropped& cards);
/// Of several nodes, each with the same causes in the same order.
std::vector<Drops> sum_of(const std::vector<std::vector<Drops>>& nodes);

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
