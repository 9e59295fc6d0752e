/// The PM firmware, driver and library on every node of a test bed: one process with one channel
/// on each.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "models/lanai/board/lanai_board.h"
#include "models/lanai/image/image.h"
#include "models/pm/channel.h"
#include "testbenches/experiments/testbed/node_use.h"
#include "testbenches/experiments/testbed/testbed.h"

namespace flybar::experiments {

/// The standard image.
inline constexpr const char* kPmFirmware = "pm.elf";

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

class PmStack {
 public:
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

  Testbed& testbed() { return testbed_; }
  pm::Channel& channel(std::size_t n) { return channels_[n]; }
  /// For more channels of the same NIC.
  pm::Nic& nic(std::size_t n) { return nics_[n]; }

  /// A counter of the firmware of node `n`, by its offset in layout::Status.
  std::uint32_t counter(std::size_t n, std::uint32_t field) const;
  /// Of all nodes together.
  std::uint64_t counters(std::uint32_t field) const;

  /// What the parts of node `n` do counts from here, or to here: called by its software. Else all
  /// counts from when that starts until it returns.
  void count_from(std::size_t n) { spans_[n] = {use(n), std::nullopt}; }
  void count_to(std::size_t n) { spans_[n].end = use(n); }
  /// The time that counts, after the run.
  Time counted(std::size_t n) const { return spans_.at(n).end->at - spans_.at(n).begin.at; }
  /// What the test bed accounts for, and what the nodes did in the time that counts, after the run.
  void account(Results& results);

 private:
  struct Span {
    NodeUse begin;
    std::optional<NodeUse> end;
  };
  /// As it is linked for a board.
  struct Firmware {
    lanai::Image image;
    std::uint32_t nic;  ///< where it serves the host
    CounterPlaces counters;
  };
  lanai::LanaiBoard& board(std::size_t n) {
    return lanai::LanaiBoard::of(*testbed_.hardware().node(n).board);
  }
  const Firmware& firmware(std::size_t n);
  Table firmware_table() const;
  pm::NicConfig nic_config(std::size_t node);
  NodeUse use(std::size_t n) { return NodeUse::of(testbed_.hardware(), n, firmware(n).counters); }

  Testbed& testbed_;
  std::map<Bytes, Firmware> firmware_;  ///< by SRAM of the board
  std::deque<pm::Nic> nics_;
  std::deque<pm::Channel> channels_;
  std::map<std::size_t, Span> spans_;  ///< by node
  Rendezvous up_;                      ///< nodes whose firmware runs
  Rendezvous ended_;                   ///< and whose software has returned
};

}  // namespace flybar::experiments
