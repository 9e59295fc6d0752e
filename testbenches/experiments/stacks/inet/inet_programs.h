/// Programs with sockets on a test bed: a process on each node, over TCP/IP beside gmsnet.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/inet/api/program.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Kernels;
class InetHosts;

class InetPrograms {
 public:
  struct Setup {
    std::size_t nodes = 2;
    Bytes socket_buffer = Bytes(64 * 1024);  ///< of each socket, for each direction
    bool software_sums = false;
  };
  /// Throws ConfigurationError if `setup` and the system do not fit together.
  InetPrograms(const Context& context, const Setup& setup);
  ~InetPrograms();

  /// On node `n`, at most one on each. Programs need not be the same, and nodes may have none.
  void run_on(std::size_t n, inet::Program program);
  /// The same on all nodes.
  void run_on_all(const inet::Program& program);

  /// Until all have ended. Throws SimulationError, also if for 10 minutes of modelled time no call
  /// moves data.
  void run();

  /// After the run.
  const inet::Ended& ended(std::size_t n) const { return ended_[n]; }
  /// From the first start of a program to the last end.
  Time took() const;
  std::size_t nodes() const { return ended_.size(); }
  /// What the nodes and the test bed did.
  void account(Results& results) { stack_.account(results); }

 private:
  Testbed testbed_;
  TrapezeStack stack_;
  std::unique_ptr<Kernels> kernels_;
  std::unique_ptr<InetHosts> hosts_;
  std::vector<bool> idle_;  ///< nodes without a program; their kernels answer all the same
  std::vector<inet::Ended> ended_;
};

}  // namespace flybar::experiments
