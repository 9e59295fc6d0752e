/// The vendor's firmware, and its library or another driver, on every node of a test bed.
#pragma once

#include <deque>
#include <functional>

#include "models/myriapi/port.h"
#include "testbenches/experiments/stacks/firmware/firmware_stack.h"

namespace flybar::experiments {

class MyriapiStack : public FirmwareStack, private MessageWatcher {
 public:
  static const StackFirmware kFirmware;

  struct Setup {
    myriapi::Notify notify = myriapi::Notify::kPolling;
    std::size_t card = 0;  ///< of each node
  };

  /// Who drives the NICs attaches to them before the test bed runs: a myriapi::Port, or a driver.
  MyriapiStack(Testbed& testbed, const Setup& setup);

  myriapi::Nic& nic(std::size_t n) { return nics_[n]; }
  /// A counter of the firmware of node `n`, by its offset in layout::Status.
  std::uint32_t counter(std::size_t n, std::uint32_t field) const;

 private:
  void start(std::size_t n) override;
  void account_own(Results& results) override { testbed().messages().account(results); }
  void sent(const SentMessage& message) override;
  void received(const ReceivedMessage& message) override;

  std::deque<myriapi::Nic> nics_;
};

}  // namespace flybar::experiments
