/// A device before which packets are lost, damaged, doubled or late, by chance: what a bad network
/// does to a host, whatever its card is. On the way in alone, so each packet has one such chance.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/common/agenda.h"
#include "models/common/mix.h"
#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"
#include "models/inet/inet_params.h"

namespace flybar::inet {

class FaultyDevice final : public Device, private Device::User, private Task {
 public:
  struct Parts {
    host::Cpu& cpu;
    host::PagePool& pool;
    Agenda& agenda;
    Device& device;  ///< that has the packets before
  };
  struct Counters {
    std::uint64_t lost = 0;
    std::uint64_t damaged = 0;
    std::uint64_t doubled = 0;
    std::uint64_t late = 0;
    std::uint64_t no_frame = 0;  ///< not doubled: the pool had no frames for the second one
  };
  /// Before the simulation starts. `node` chooses among the sequences of one seed.
  FaultyDevice(const Parts& parts, const PacketFaults& faults, std::uint32_t node);
  FaultyDevice(const FaultyDevice&) = delete;
  FaultyDevice& operator=(const FaultyDevice&) = delete;

  void connect(Device::User& user) override;
  Bytes mtu() const override { return parts_.device.mtu(); }
  bool computes_sums() const override { return parts_.device.computes_sums(); }
  Outcome send(const Chain& packet) override { return parts_.device.send(packet); }
  void complete_sent() override { parts_.device.complete_sent(); }

  const Counters& counters() const { return counters_; }

 private:
  /// A packet of which the head is kept here.
  struct Kept {
    std::vector<std::uint8_t> head;
    Arrival rest;
    Time due = {};
    Arrival arrival() const;
  };
  void arrived(const Arrival& packet) override;
  void sent(void* packet) override { user_->sent(packet); }
  void run(Time now) override;
  void interrupt();
  void pass_on(const Kept& packet);

  std::uint64_t random() { return random_number(seed_, chances_++); }
  bool by_chance(double share);
  void damage(Kept& packet);
  void pass_on_twice(const Kept& packet);

  const Parts parts_;
  const PacketFaults faults_;
  const std::uint64_t seed_;
  host::InterruptLine* late_line_ = nullptr;  ///< null: none is late
  Device::User* user_ = nullptr;
  std::deque<Kept> late_;  ///< in the order in which they came, which is that of their times
  std::uint64_t chances_ = 0;
  Counters counters_;
};

}  // namespace flybar::inet
