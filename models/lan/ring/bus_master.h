/// A ring card as PCI master: moves bytes to or from the host's memory, one piece at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/common/units.h"
#include "models/lan/ring/timer.h"
#include "models/pci/protocol.h"

namespace flybar::lan {

/// A burst that somebody in the card wants.
struct Work {
  bool write;                    ///< to the host
  std::uint32_t address;         ///< a multiple of 4
  std::span<std::uint8_t> data;  ///< whole words, valid until it is done
};

class BusMaster {
 public:
  tlm_utils::simple_initiator_socket<BusMaster, 32, pci::ProtocolTypes> bus{"pci_master"};

  /// `done` is called at the clock edge that ends the last data phase, and may start the next
  /// piece.
  BusMaster(Time bus_clock, Agenda& agenda, std::function<void(Time)> done);
  ~BusMaster() { payload_.clear_extension(&burst_); }

  bool busy() const { return busy_; }
  /// Asks for the bus now. What the target or other masters stop goes on by itself. Precondition:
  /// not busy.
  void start(const Work& work, Time now);

 private:
  void request(Time at);
  tlm::tlm_sync_enum answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void begin_burst(Time at);
  void cut_burst(Time last);
  void set_end();
  void act(Time now);
  void end_burst(Time now);

  const Time clock_;
  const std::function<void(Time)> done_;
  Timer next_;  ///< asks again, or ends the burst
  bool busy_ = false, moving_ = false;
  Work work_{};
  std::uint32_t words_ = 0;  ///< of the burst
  tlm::tlm_generic_payload payload_;
  pci::Burst burst_;
};

}  // namespace flybar::lan
