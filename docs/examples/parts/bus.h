/// A bus without arbitration: one card, an access after the other, each in its time.
#pragma once

#include <span>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/contracts/host_bus.h"

namespace mail {

using flybar::Bytes;
using flybar::Task;
using flybar::Time;

/// What a card on this bus serves.
class Registers {
 public:
  virtual ~Registers() = default;
  virtual void read(std::uint32_t offset, std::span<std::uint8_t> data, Time at) = 0;
  virtual void write(std::uint32_t offset, std::span<const std::uint8_t> data, Time at) = 0;
};

class PlainBus final : public flybar::HostBus, private flybar::PioPort {
 public:
  static constexpr Time kAccess = Time::ns(500);

  explicit PlainBus(const flybar::BusSite& site) : agenda_(site.agenda), observer_(site.observer) {
    // For traces: an access is part of the message of the call that makes it.
    const std::string node = flybar::parent_of(memory_.name());
    track_ = observer_.declare({.name = node + "." + site.name,
                                .part_of = {node + ".host", {flybar::Lane::kCalls}},
                                .block = flybar::Block::kBus,
                                .row = flybar::Row::kBus});
  }

  Registers* card = nullptr;

  flybar::PioPort& pio() override { return *this; }
  void attach(tlm::tlm_target_socket<>& memory, Bytes) override { memory_.bind(memory); }
  flybar::Uses uses() const override {
    static constexpr flybar::Resource kBus{"plain bus", "",
                                           waits_of(flybar::Wait::kDmaIn, flybar::Wait::kDmaOut)};
    return {{.resource = &kBus, .column = "plain bus %", .time = busy_}};
  }

 private:
  void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) override {
    card->read(address - flybar::Windows::kFirst, data, at);
    agenda_.schedule(done, occupy(at));
  }
  void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
             Task& accepted) override {
    card->write(address - flybar::Windows::kFirst, data, at);
    agenda_.schedule(accepted, occupy(at));
  }
  void barrier(Time at, Task& drained) override { drained.run(at); }
  Time occupy(Time at) {
    busy_ += kAccess;
    observer_.on(flybar::Activity{track_, at, at + kAccess, "access", 0, 4});
    return at + kAccess;
  }

  flybar::Agenda& agenda_;
  flybar::Observer& observer_;
  flybar::TrackId track_ = 0;
  Time busy_;
  tlm_utils::simple_initiator_socket<PlainBus> memory_{"memory_port"};
};

inline flybar::BusKind bus_kind() {
  flybar::BusKind kind;
  kind.name = "plain";
  kind.summary = "one access after the other, 500 ns each";
  kind.make = [](const flybar::BusSite& site) -> std::unique_ptr<flybar::HostBus> {
    return std::make_unique<PlainBus>(site);
  };
  return kind;
}

}  // namespace mail
