#include "testbenches/flybar/lanai/bare_chip.h"

namespace flybar::program {

BareChip::BareChip(sc_core::sc_module_name module_name, const lanai::ChipParams& params,
                   const lanai::Image& image, Observer& observer)
    : lanai::BareChip(module_name, Stepping::kFast, observer, params), image_(image) {
  chip.set_image(&image);
}

void BareChip::start() {
  load(0, image_.bytes);
  lanai::BareChip::start();
  begin_ = now() - chip.params().clock;  // the clock of the answer was the processor's first
}

void BareChip::run_to(std::int64_t clocks) {
  chip.catch_up(begin_ + chip.params().clock * clocks);
}

tlm::tlm_sync_enum BareChip::bus_access(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time&) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
  payload.get_extension<pci::Burst>()->words = 0;
  payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  phase = tlm::BEGIN_RESP;
  return tlm::TLM_UPDATED;
}

}  // namespace flybar::program
