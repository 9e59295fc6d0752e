#include "testbenches/flybar/bare_chip.h"

#include "models/common/systemc_time.h"
#include "models/lanai/generated/board_regs.hpp"

namespace flybar::program {

BareChip::BareChip(sc_core::sc_module_name module_name, const lanai::ChipParams& params,
                   const lanai::Image& image, Observer& observer)
    : sc_module(module_name), image_(image), chip_("chip", params, agenda_, kernel_, observer) {
  memory_.register_nb_transport_fw(this, &BareChip::refuse);
  host_.register_nb_transport_bw(this, &BareChip::answered);
  wire_out_.register_b_transport(this, &BareChip::swallow);
  chip_.pci_master().bind(memory_);
  host_.bind(chip_.pci_target());
  chip_.link_out().bind(wire_out_);
  wire_in_.bind(chip_.link_in);
  chip_.set_image(&image);
  kernel_.set_horizon(Time::never());
}

void BareChip::start() {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // completes the construction of the modules
  chip_.sram().set_bytes(0, image_.bytes);
  leave_reset();
}

/// One word to the board's control register, as a driver writes it.
void BareChip::leave_reset() {
  std::array<std::uint8_t, 4> word{};
  const std::uint32_t value = lanai::board::Control::kResetOffMask;
  for (std::size_t i = 0; i < word.size(); ++i)
    word[i] = static_cast<std::uint8_t>(value >> 8 * (3 - i));
  pci::Burst burst;
  tlm::tlm_generic_payload payload;
  payload.set_write();
  payload.set_address(chip_.params().pci_base + lanai::board::Control::kOffset);
  payload.set_data_ptr(word.data());
  payload.set_data_length(word.size());
  payload.set_extension(&burst);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  host_->nb_transport_fw(payload, phase, delay);
  const Time period = chip_.params().clock;
  while (!answered_) chip_.run(begin_ += period);
  begin_ -= period;  // the clock of the answer was the processor's first
  payload.clear_extension(&burst);
}

void BareChip::run_to(std::int64_t clocks) {
  chip_.catch_up(begin_ + chip_.params().clock * clocks);
}

tlm::tlm_sync_enum BareChip::refuse(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                    sc_core::sc_time&) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
  payload.get_extension<pci::Burst>()->words = 0;
  payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  phase = tlm::BEGIN_RESP;
  return tlm::TLM_UPDATED;
}

tlm::tlm_sync_enum BareChip::answered(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                      sc_core::sc_time&) {
  answered_ = true;
  return tlm::TLM_COMPLETED;
}

}  // namespace flybar::program
