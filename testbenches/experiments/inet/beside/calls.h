/// Calls of the client's kernel to the server's, one after the other, while a test runs.
#pragma once

#include <vector>

#include "testbenches/experiments/inet/beside/beside.h"
#include "testbenches/experiments/inet/beside/worker.h"
#include "testbenches/experiments/rpc/rpc_caller.h"
#include "testbenches/experiments/stacks/calls/kernels.h"

namespace flybar::experiments {

class CallsBeside final : public Beside {
 public:
  CallsBeside(Stack& stack, Kernels& kernels);

  void begin() override;
  void end() override;
  void stop() override { caller_.stop(); }
  void account(Results& results, double elapsed) override;

 private:
  void call();

  gmsnet::Gmsnet& gmsnet_;
  Testbed& testbed_;
  PageService service_;
  Histogram latencies_;     ///< of the time that counts
  std::vector<Time> last_;  ///< since its last end
  std::uint32_t serial_ = 0;
  std::int64_t unanswered_ = 0;  ///< the reply was lost, or the server is dead
  Worker caller_;
};

}  // namespace flybar::experiments
