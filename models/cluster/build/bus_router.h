/// Programmed I/O of a host with several buses: each access goes to the bus with its address.
#pragma once

#include <vector>

#include "models/contracts/host_bus.h"

namespace flybar::cluster {

/// A barrier passes over the buses one after the other.
class BusRouter final : public PioPort, private Task {
 public:
  explicit BusRouter(std::vector<HostBus*> buses) : buses_(std::move(buses)) {}

  void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) override {
    port(address).read(at, address, data, done);
  }
  bool look(Time at, std::uint32_t address, std::span<std::uint8_t> data, Looker& looker) override {
    asked_ = &port(address);
    return asked_->look(at, address, data, looker);
  }
  void take_back_look() override { asked_->take_back_look(); }
  std::optional<Forecast> foresee(Time at, std::uint32_t address,
                                  std::span<std::uint8_t> data) override {
    asked_ = &port(address);
    return asked_->foresee(at, address, data);
  }
  void repeat(const ReadRun& run) override { asked_->repeat(run); }
  void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
             Task& accepted) override {
    port(address).write(at, address, data, accepted);
  }
  void barrier(Time at, Task& drained) override {
    drained_ = &drained;
    passed_ = 0;
    run(at);
  }

 private:
  PioPort& port(std::uint32_t address) {
    for (HostBus* bus : buses_)
      if (bus->windows.has(address)) return bus->pio();
    return buses_.front()->pio();
  }
  /// A bus has drained, or the barrier begins.
  void run(Time now) override {
    if (passed_ == buses_.size()) return drained_->run(now);
    buses_[passed_++]->pio().barrier(now, *this);
  }

  const std::vector<HostBus*> buses_;
  PioPort* asked_ = nullptr;  ///< for the last look or forecast
  std::size_t passed_ = 0;
  Task* drained_ = nullptr;
};

}  // namespace flybar::cluster
