/// One node's PCI bus: host bridge (port 0) with memory, a card to read and write, and DMA masters.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/pci/bridge.h"
#include "models/pci/bus.h"
#include "testbenches/tests/pci/card.h"
#include "testbenches/tests/pci/dma_master.h"
#include "testbenches/tests/pci/recorder.h"
#include "testbenches/tests/pci/test_memory.h"

namespace flybar::pci {

/// A bridge without any quirk: reads lose 8 clocks, writes 1, nothing is waited for.
inline BridgeParams plain_bridge() {
  return {.read_latency = 8_cycles,
          .read_wait = 0_cycles,
          .read_disconnect = 0_B,
          .write_latency = 1_cycles,
          .write_wait = 0_cycles,
          .write_disconnect = 0_B,
          .write_buffers = 1,
          .write_recovery = 0_ns,
          .pio_read_request = 90_ns,
          .pio_read_return = 60_ns,
          .pio_min_read = 4_B,
          .pio_write_handover = 0_ns,
          .pio_write_issue = 0_ns,
          .pio_buffers = 4,
          .pio_burst = 32_B};
}

/// When a read or a barrier ended.
struct Done : Task {
  void run(Time now) override { at = now; }
  Time at = Time::never();
};

/// In what order the model is put together; nothing may depend on it.
enum class Construction { kMastersForwards, kMastersBackwards };

struct World {
  static constexpr std::uint32_t kCard = 0x8000'0000;
  static constexpr Bytes kMemory = 256_KB;

  explicit World(const BridgeParams& bridge_params = plain_bridge(),
                 const BusParams& bus_params = {}, std::size_t master_count = 1)
      : World("", Construction::kMastersForwards, bridge_params, bus_params, master_count) {
    elaborate();
  }

  /// Not elaborated yet, so that a test can have two.
  World(const std::string& prefix, Construction construction, const BridgeParams& bridge_params,
        const BusParams& bus_params, std::size_t master_count)
      : clock(bus_params.period),
        bus((prefix + "bus").c_str(), bus_params, agenda, recorder),
        bridge((prefix + "bridge").c_str(), bridge_params, clock, agenda),
        memory((prefix + "memory").c_str(), kMemory),
        card((prefix + "card").c_str(), clock, agenda, kCard, 64_KB),
        masters(master_count) {
    for (std::size_t n = 0; n < master_count; ++n) {
      const bool forwards = construction == Construction::kMastersForwards;
      const std::size_t i = forwards ? n : master_count - 1 - n;
      const std::string name = prefix + "dma" + std::to_string(i);
      masters[i] = std::make_unique<DmaMaster>(name.c_str(), clock, agenda);
    }
    connect();
  }
  static void elaborate() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

  DmaMaster& dma(std::size_t i = 0) { return *masters[i]; }
  Time clocks(std::int64_t n) const { return clock.time(Cycles(n)); }
  void run() {
    while (agenda.next() != Time::never()) agenda.run_next();
  }

  Agenda agenda;
  Recorder recorder;
  Clock clock;
  Bus bus;
  HostBridge bridge;
  TestMemory memory;
  Card card;
  std::vector<std::unique_ptr<DmaMaster>> masters;
  static inline MasterPace pace = {};  ///< what a test says of them before it makes a world

 private:
  void connect() {
    bus.add_master(bridge.pci_master, "cpu");
    for (std::size_t i = 0; i < masters.size(); ++i) {
      bus.add_master(masters[i]->socket, ("dma" + std::to_string(i)).c_str(), pace);
    }
    bus.add_target(bridge.pci_target, {0, kMemory});
    bus.add_target(card.socket, {kCard, 64_KB});
    bridge.memory.bind(memory.socket);
  }
};

/// Bytes that tell where they belong.
inline std::vector<std::uint8_t> pattern(Bytes length, std::uint32_t seed = 1) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(length.count));
  for (auto& byte : bytes) {
    seed = seed * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(seed >> 24);
  }
  return bytes;
}

}  // namespace flybar::pci
