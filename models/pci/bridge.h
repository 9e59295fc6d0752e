/// The chip between a CPU, its memory and a PCI bus.
/// Not modelled: address translation (PCI addresses are memory addresses), delayed transactions,
/// peer-to-peer transfers, configuration cycles.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "models/common/agenda.h"
#include "models/common/units.h"
#include "models/contracts/pio.h"
#include "models/pci/bridge_params.h"
#include "models/pci/dma_schedule.h"
#include "models/pci/pio_queue.h"
#include "models/pci/protocol.h"

namespace flybar::pci {

/// Bus master for the CPU's programmed I/O, bus target for the DMA of cards. A PIO read that no
/// card claims returns all ones, such a write is lost.
class HostBridge : public sc_core::sc_module, public PioPort, private Task {
 public:
  tlm_utils::simple_initiator_socket<HostBridge, 32, ProtocolTypes> pci_master{"pci_master"};
  tlm_utils::simple_target_socket<HostBridge, 32, ProtocolTypes> pci_target{"pci_target"};
  /// Host memory, by b_transport with the time of the access: a read in the clock after its
  /// address phase, a write at its last data phase. What a read adds to the delay delays its data.
  tlm_utils::simple_initiator_socket<HostBridge> memory{"memory"};

  HostBridge(sc_core::sc_module_name name, const BridgeParams& params, Clock pci_clock,
             Agenda& agenda);
  ~HostBridge() override;

  void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) override;
  bool look(Time at, std::uint32_t address, std::span<std::uint8_t> data, Looker& looker) override;
  void take_back_look() override;
  void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
             Task& accepted) override;
  void barrier(Time at, Task& drained) override;
  std::optional<Forecast> foresee(Time at, std::uint32_t address,
                                  std::span<std::uint8_t> data) override;
  void repeat(const ReadRun& run) override;

 private:
  using Payload = tlm::tlm_generic_payload;

  // The target of DMA (bridge_dma.cpp).
  tlm::tlm_sync_enum from_bus(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  bool begin_dma_read(Payload& payload, Time frame, Burst& burst);
  void end_dma_write(Payload& payload, Time now, const Burst& burst);
  Time access_memory(const Payload& payload, Bytes length, Time at);

  // The master of PIO (bridge_pio.cpp).
  tlm::tlm_sync_enum to_master(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void run(Time now) override;
  PioOperation& enqueue(PioOperation::Kind kind, Time at, std::uint32_t address,
                        std::size_t length);
  [[noreturn]] void refuse_block(Time at, std::uint32_t address, std::size_t length) const;
  void start_next(Time now);
  void begin_operation(const PioOperation& operation);
  void begin_read(std::uint32_t address, std::uint32_t length);
  void describe_transaction();
  void request(Time now);
  Time last_data() const {
    return pio_burst_.first_data + (pio_burst_.moved - 1) * pio_burst_.interval;
  }
  void answered(Time now);
  void end_transaction(Time now);
  void end_operation(Time now);
  void free_buffer(Time now);

  const BridgeParams params_;
  const Clock clock_;
  Agenda& agenda_;
  DmaSchedule dma_;
  Payload memory_access_;

  enum class State : std::uint8_t { kIdle, kScheduled, kRequested, kMoving };
  State state_ = State::kIdle;
  PioQueue queue_;
  Payload pio_;
  Burst pio_burst_;
  Foresight foresight_;
  std::array<std::uint8_t, PioOperation::kBlock> buffer_{};  ///< of the operation in front
  std::uint32_t first_ = 0;                                  ///< PCI address of buffer_[0]
  std::uint32_t size_ = 0;                                   ///< of it, in bytes
  std::uint32_t moved_ = 0;                                  ///< of them so far
};

}  // namespace flybar::pci
