/// Whether every message that was sent has been delivered or reported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/myrinet/network.h"
#include "models/trapeze/trapeze.h"
#include "testbenches/tests/agree/lockstep/ledger.h"

namespace flybar::lockstep {

/// Counts the packets that the NICs send and receive; not those of layers above.
class PacketCount : public Observer {
 public:
  TrackId declare(const Track& track) override;
  void on(const Packet& packet) override { ++count_[packet.track]; }
  using Observer::on;

  /// By node, in the order of declaration.
  std::vector<std::uint64_t> received() const { return of(received_); }
  std::vector<std::uint64_t> sent() const { return of(sent_); }

 private:
  std::vector<std::uint64_t> of(const std::vector<TrackId>& tracks) const;
  std::vector<std::uint64_t> count_;
  std::vector<TrackId> received_, sent_;
};

struct Account {
  explicit Account(std::size_t nodes) : counters(nodes) {}

  const Ledger* ledger = nullptr;
  std::vector<tpz_counters> counters;   ///< of each node's firmware
  std::vector<std::uint64_t> received;  ///< packets, by node
  std::vector<std::uint64_t> sent;
  std::uint64_t switch_drops = 0;
  std::uint64_t lost_tails = 0;

  void add(const myrinet::Network& network, const PacketCount& packets);
  /// What does not come out even, one line each. `exact`: no packets have been joined to one by a
  /// lost tail, which hides how many there were.
  std::string faults(bool exact) const;
  std::string text() const;

 private:
  /// The sum of a counter over all nodes.
  std::uint64_t sum(std::uint32_t tpz_counters::*counter) const;
  static std::uint64_t drops(const tpz_counters& counters);
  std::uint64_t drops() const;
};

}  // namespace flybar::lockstep
