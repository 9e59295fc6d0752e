/// Calls of one kernel to another, one after the other, while programs use the same card.
#pragma once

#include <algorithm>

#include "testbenches/experiments/inet/beside/worker.h"
#include "testbenches/experiments/rpc/rpc_caller.h"
#include "testbenches/experiments/stacks/calls/kernels.h"

namespace flybar::inet {

class KernelCalls {
 public:
  /// Before the simulation starts. Each reply brings a page, to a frame that is the caller's all
  /// the while.
  KernelCalls(experiments::Kernels& kernels, std::size_t caller, std::size_t server);

  /// By a process of the caller: calls are made from now on; and no more of them.
  void begin() { worker_.begin(); }
  void stop() { worker_.stop(); }

  int answered() const { return answered_; }
  int unanswered() const { return unanswered_; }
  /// Of the calls that were answered.
  Time longest() const { return longest_; }
  /// Most entries of the send ring in use when a call began.
  std::uint32_t most_entries() const { return most_entries_; }

 private:
  void call();

  gmsnet::Gmsnet& caller_;
  tpz_nic* const nic_;  ///< of the caller
  const gmsnet::Node server_;
  experiments::PageService service_;
  const host::Physical frame_;
  std::uint32_t serial_ = 0;
  int answered_ = 0, unanswered_ = 0;
  Time longest_;
  std::uint32_t most_entries_ = 0;
  experiments::Worker worker_;
};

}  // namespace flybar::inet
