/// What the programs of the MyriAPI experiments have in common: options, and messages whose every
/// byte is compared.
#pragma once

#include <deque>
#include <vector>

#include "testbenches/experiments/stacks/myriapi/myriapi_stack.h"

namespace flybar::experiments {

struct MyriapiOptions {
  Bytes payload = Bytes(8192);
  myriapi::Copies copies = myriapi::Copies::kAtSender;
  myriapi::Notify notify = myriapi::Notify::kPolling;

  void describe(Parameters& options);
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const;
};

/// The library of each node, with a region each. Before the test bed runs.
class MyriapiPorts {
 public:
  MyriapiPorts(MyriapiStack& stack, myriapi::Copies copies);
  myriapi::Port& operator[](std::size_t n) { return ports_[n]; }

 private:
  std::deque<myriapi::Port> ports_;
};

/// The program of one node.
class MyriapiProgram {
 public:
  MyriapiProgram(MyriapiPorts& ports, cluster::Node& node, std::size_t n);

  /// Sends `length` bytes of message `serial`, as soon as there is room.
  void send(std::uint32_t to, Bytes length, std::uint64_t serial);
  /// Waits for message `serial`, and compares all of it. Throws DeliveryError if another one comes,
  /// or none within 2 s.
  void receive(Bytes length, std::uint64_t serial);

 private:
  host::Physical source(Bytes length, std::uint64_t serial);

  myriapi::Port& port_;
  host::Cpu& cpu_;
  const std::string name_;
  /// Of the program; a port that copies nothing has no use for them.
  const host::Physical from_, to_;
};

}  // namespace flybar::experiments
