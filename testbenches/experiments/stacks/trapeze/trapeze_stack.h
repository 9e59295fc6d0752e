/// The Trapeze library and firmware on every node of a test bed.
#pragma once

#include <deque>
#include <functional>

#include "models/trapeze/endpoint.h"
#include "testbenches/experiments/stacks/firmware/firmware_stack.h"

namespace flybar::experiments {

class TrapezeStack : public FirmwareStack, private MessageWatcher {
 public:
  static const StackFirmware kFirmware;

  struct Setup {
    trapeze::Notify notify = trapeze::Notify::kPolling;
    bool attach_frames = true;
    std::size_t card = 0;  ///< of each node
  };

  TrapezeStack(Testbed& testbed, const Setup& setup);

  /// One host of the system, as its software sees it.
  struct Host {
    std::size_t node;
    host::Cpu& cpu;
    host::Memory& memory;
    tpz_nic* nic;
  };
  using Software = std::function<void(Host&)>;
  Host host(std::size_t n) { return {n, node(n).cpu, node(n).memory, &endpoints_[n]}; }

  /// Runs on node `n`, at most one on each, once its firmware is up.
  void run_on(std::size_t n, Software software);

  trapeze::Endpoint& endpoint(std::size_t n) { return endpoints_[n]; }

 private:
  trapeze::EndpointConfig endpoint_config(std::size_t n, const Setup& setup) const;
  void start(std::size_t n) override;
  std::vector<const Resource*> resources() const override;
  void account_own(Results& results) override { testbed().messages().account(results); }
  void sent(const SentMessage& message) override;
  void received(const ReceivedMessage& message) override;

  std::deque<trapeze::Endpoint> endpoints_;
};

}  // namespace flybar::experiments
