/// A chip alone: nobody on its bus and its link, unless a class derived from it takes their part.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/image/image.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/pci/protocol.h"

namespace flybar::lanai {

class BareChip : public sc_core::sc_module {
 public:
  BareChip(sc_core::sc_module_name module_name, Stepping stepping, Observer& observer,
           const ChipParams& params = {})
      : sc_module(module_name), chip("chip", params, agenda_, kernel_, observer) {
    kernel_.set_limit(Time::never());
    chip.set_stepping(stepping);
    chip.pci_master().bind(bus_target);
    to_chip_.bind(chip.pci_target());
    chip.link_out().bind(link_target_);
    link_source.bind(chip.link_in);
    bus_target.register_nb_transport_fw(this, &BareChip::bus_access);
    to_chip_.register_nb_transport_bw(this, &BareChip::answered);
    link_target_.register_b_transport(this, &BareChip::link_symbols);
  }

  void load(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    chip.sram().set_bytes(address, bytes);
  }

  /// The processor begins at address 0.
  void start() {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    std::uint8_t word[4] = {board::Control::kResetOffMask >> 24, 0, 0, 0};
    host_access(tlm::TLM_WRITE_COMMAND, board::Control::kOffset, word);
  }

  /// The host's access to the board at this offset begins now: its data phases.
  pci::Burst host_access(tlm::tlm_command command, std::uint32_t offset,
                         std::span<std::uint8_t> bytes) {
    tlm::tlm_generic_payload payload;
    auto* burst = new pci::Burst;
    payload.set_command(command);
    payload.set_address(chip.params().pci_base + offset);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_extension(burst);  // the payload's from now on
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = to_systemc(now_);
    to_chip_->nb_transport_fw(payload, phase, delay);
    while (payload.get_response_status() != tlm::TLM_OK_RESPONSE) run_clock();
    return *burst;
  }

  void run_clock() { run(Cycles(1)); }
  void run(Cycles clocks) {
    now_ += Clock(chip.params().clock).time(clocks);
    chip.run(now_);
  }
  Time now() const { return now_; }

 protected:
  virtual tlm::tlm_sync_enum bus_access(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                        sc_core::sc_time&) {
    return tlm::TLM_ACCEPTED;
  }
  virtual void link_symbols(tlm::tlm_generic_payload&, sc_core::sc_time&) {}

 private:
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    return tlm::TLM_COMPLETED;
  }

  Agenda agenda_;
  KernelBorder kernel_;
  Time now_;

 public:
  Chip chip;

 protected:
  tlm_utils::simple_target_socket<BareChip, 32, pci::ProtocolTypes> bus_target{"bus_target"};
  tlm_utils::simple_initiator_socket<BareChip, 32, myrinet::ProtocolTypes> link_source{
      "link_source"};

 private:
  tlm_utils::simple_initiator_socket<BareChip, 32, pci::ProtocolTypes> to_chip_{"to_chip"};
  tlm_utils::simple_target_socket<BareChip, 32, myrinet::ProtocolTypes> link_target_{"link_target"};
};

}  // namespace flybar::lanai
