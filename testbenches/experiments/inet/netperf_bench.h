/// What the tests of netperf have in common: two hosts with TCP/IP, and what is counted of them.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "models/inet/socket/connection.h"
#include "testbenches/experiments/inet/beside/beside.h"
#include "testbenches/experiments/inet/netperf_calls.h"
#include "testbenches/experiments/inet/netperf_setup.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

class NetperfBench {
 public:
  static constexpr std::uint16_t kPort = 12865;
  static constexpr std::size_t kClient = 0, kServer = 1;
  /// See refuse_call().
  [[noreturn]] void refuse(const char* call, std::int64_t result, Time took = {}) const {
    refuse_call(caller(), call, result, took);
  }

  NetperfBench(const Context& context, const NetperfSetup& setup);

  const NetperfSetup setup;
  Testbed testbed;
  const std::unique_ptr<LinkLayer> link;
  InetHosts hosts;
  std::unique_ptr<Kernels> calls;  ///< over IP, if what is beside the test needs them there
  std::unique_ptr<Beside> beside;  ///< may be null
  std::array<CostsOf, 2> costs;    ///< of each node, in the time that counts

  /// The software of node `n`, at most one on each.
  void run_on(std::size_t n, std::function<void()> software);

  /// By the software of node `from`: a connection to the test's port of the other node.
  std::shared_ptr<inet::Connection> connect(std::size_t from) {
    hosts.inet(from).cpu().sleep(kListenPause);
    return reach(hosts.inet(from), caller(), 1 - from, kPort);
  }

  /// By the software of node `n`: what counts begins and ends.
  void begin(std::size_t n);
  void end(std::size_t n);
  inet::CopyPolicy policy(std::size_t n) const;

  /// Bytes of users in the time that counts at each side.
  struct Moved {
    double sent;
    double received;
  };
  /// After the run. Adds what all tests report.
  void account(Results& results, const Moved& bytes, const inet::CopyCounters& sent,
               const inet::CopyCounters& received, std::uint64_t copied_on_write);

 private:
  Caller caller() const { return {"netperf", testbed.is_lossy()}; }
  static void add_copies(Results& results, const inet::CopyCounters& sent,
                         const inet::CopyCounters& received);
  void note_copies(Results& results, const char* side, bool remaps,
                   const inet::CopyCounters& copies) const;
  void add_drops(Results& results);
  void find_timeouts(Results& results) const;

  struct Sides {
    inet::OutputCounters output;
    std::uint64_t retransmissions = 0;
    std::vector<Drops> drops = {};
  };
  Sides sides(std::size_t n);
  /// The time-outs of both hosts, from the start of the run until now.
  inet::Stack::Timeouts timeouts();
  std::array<Sides, 2> begin_, end_;
  inet::Stack::Timeouts timeouts_before_;  ///< when the receiver's time begins
  inet::Stack::Timeouts timeouts_;         ///< within the receiver's time
};

}  // namespace flybar::experiments
