/// The PM firmware, driver and library on every node of a test bed: one process with one channel
/// on each.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "models/pm/channel.h"
#include "testbenches/experiments/stacks/firmware/firmware_stack.h"

namespace flybar::experiments {

/// What does not fit together on this system, of a run on `nodes` nodes.
void check_pm(std::size_t nodes, const cluster::SystemParams& system, std::vector<Fault>& faults);

/// A message longer than the longest, or a write whose areas do not fit the pin tables: `areas` of
/// that size in each process.
void check_message(Bytes payload, std::vector<Fault>& faults);
void check_write(Bytes payload, int areas, const cluster::SystemParams& system,
                 std::vector<Fault>& faults);

/// Processes of several nodes that wait for each other, outside of what is measured.
class Rendezvous {
 public:
  /// Returns when `all` have called it. Arrivals of the same instant do not count yet, since their
  /// order is the kernel's.
  void wait_for(std::size_t all, host::Cpu& cpu);

 private:
  std::size_t count_ = 0;
  Time last_;
};

class PmStack : public FirmwareStack {
 public:
  static const StackFirmware kFirmware;
  static constexpr unsigned kChannel = 0;

  /// All nodes take part; run_on() each of them.
  explicit PmStack(Testbed& testbed);

  /// One process, as its software sees it.
  struct Host {
    std::size_t node;
    host::Cpu& cpu;
    host::Memory& memory;
    pm_channel* ch;
  };
  using Software = std::function<void(Host&)>;
  /// Runs on node `n` once the firmware of all nodes is up; the channel is closed when it returns.
  void run_on(std::size_t n, Software software);

  pm::Channel& channel(std::size_t n) { return channels_[n]; }
  /// The messages of these channels: those of programs of PM, and those that carry messages of MPI.
  pm::UnderWay& under_way() { return under_way_; }
  /// For more channels of the same NIC.
  pm::Nic& nic(std::size_t n) { return nics_[n]; }

  /// A counter of the firmware of node `n`, by its offset in layout::Status.
  std::uint32_t counter(std::size_t n, std::uint32_t field) const;
  /// Of all nodes together.
  std::uint64_t counters(std::uint32_t field) const;

 private:
  void start(std::size_t n) override;
  void end(std::size_t n) override;
  bool queues_hide() const override { return true; }
  void account_own(Results& results) override;
  /// Tells observers of the card of node `n` what its packets and transfers carry.
  void name_messages(std::size_t n);

  pm::UnderWay under_way_;
  std::deque<pm::Nic> nics_;
  std::deque<pm::Channel> channels_;
  Rendezvous up_;     ///< nodes whose firmware runs
  Rendezvous ended_;  ///< and whose software has returned
};

}  // namespace flybar::experiments
