/// The registers of a ring card as PCI target: one transaction at a time, a word in each clock.
#pragma once

#include <cstdint>

#include <tlm_utils/simple_target_socket.h>

#include "models/common/units.h"
#include "models/lan/ring/timer.h"
#include "models/pci/protocol.h"

namespace flybar::lan {

class RegisterPort {
 public:
  /// Who has the registers. Offsets are in the window.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual std::uint32_t read_register(std::uint32_t offset) = 0;
    virtual void write_register(std::uint32_t offset, std::uint32_t value, Time now) = 0;
  };
  tlm_utils::simple_target_socket<RegisterPort, 32, pci::ProtocolTypes> bus{"pci_target"};

  RegisterPort(Owner& owner, std::uint32_t window, Time bus_clock, Agenda& agenda);

 private:
  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  void finish(Time now);

  Owner& owner_;
  const std::uint32_t window_;
  const Time clock_;
  Timer done_;
  tlm::tlm_generic_payload* payload_ = nullptr;
  Time first_;
};

}  // namespace flybar::lan
