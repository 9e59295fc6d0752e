/// What the client does beside a test, through the same card.
#pragma once

#include <array>
#include <memory>

#include "testbenches/experiments/inet/netperf_setup.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

class Beside {
 public:
  static constexpr std::size_t kClient = 0, kServer = 1;
  virtual ~Beside() = default;

  /// By the software of each node, before the test.
  virtual void start(std::size_t) {}
  /// By the software of the client: what counts begins, and has ended now. The last end counts.
  virtual void begin() = 0;
  virtual void end() = 0;
  /// Likewise after the test: returns when the work beside it is over.
  virtual void stop() = 0;
  /// After the run, of which `elapsed` us of the client count.
  virtual void account(Results& results, double elapsed) = 0;
};

/// Before the test bed runs. Null: nothing. `kernels` are not null if there is something.
std::unique_ptr<Beside> make_beside(NetperfSetup::Beside what, Stack& stack, Kernels* kernels);
/// For those who find that nothing of theirs has ended in the time that counts.
void note_nothing(const char* what, Results& results);
/// What does not fit together about it on a system.
void check_beside(NetperfSetup::Beside what, Transport transport,
                  const cluster::SystemParams& system, std::vector<Fault>& faults);

/// How much of their CPUs the test and what is beside it took. What both need (the card's library,
/// interrupts, processes) belongs to neither. Row kKernelWork is what is beside it.
constexpr std::size_t kKernelWork = 1;
Table shares_table(const std::array<CostsOf, 2>& costs);

}  // namespace flybar::experiments
