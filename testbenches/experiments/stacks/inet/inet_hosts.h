/// TCP/IP on every node of a test bed, each over a device of its own, whatever card that drives.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "models/inet/device/faulty_device.h"
#include "models/inet/ip/inet.h"
#include "testbenches/experiments/measure/stack.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

/// Packets that a node lost, or did not send or take at once.
struct Drops {
  std::string_view cause;
  bool lost;  ///< else they waited, or took longer
  std::uint64_t count;
  const char* relief = "";  ///< the parameter that would help
};

/// A cause that the layers above a device have, too.
inline constexpr char kMalformed[] = "malformed";

/// What carries the packets of one host.
struct IpHost {
  host::PagePool& pool;  ///< of which packets that come have their frames
  inet::Device& device;
  /// What the device has lost or held up so far: the same causes in the same order each time.
  std::function<std::vector<Drops>()> drops;
};

class InetHosts {
 public:
  struct Setup {
    Bytes socket_buffer;
    bool software_sums = false;
  };
  /// Before the test bed runs.
  InetHosts(Testbed& testbed, std::vector<IpHost> hosts, const Setup& setup);

  inet::Inet& inet(std::size_t n) { return inets_[n]; }
  /// By the software of node `n`: the same causes in the same order on each.
  std::vector<Drops> drops(std::size_t n);

 private:
  const std::vector<IpHost> hosts_;                          ///< by node
  std::vector<std::unique_ptr<inet::FaultyDevice>> faulty_;  ///< null: nothing happens to packets
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
