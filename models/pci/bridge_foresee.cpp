/// Runs of PIO reads that are not made one by one.
#include <algorithm>

#include "models/common/systemc_time.h"
#include "models/pci/bridge.h"

namespace flybar::pci {

std::optional<Forecast> HostBridge::foresee(Time at, std::uint32_t address,
                                            std::span<std::uint8_t> data) {
  if (state_ != State::kIdle) return std::nullopt;
  begin_read(address, static_cast<std::uint32_t>(data.size()));
  describe_transaction();
  tlm::tlm_phase phase = kForesee;
  sc_core::sc_time delay = delay_until(at + params_.pio_read_request);
  const bool known = pci_master->nb_transport_fw(pio_, phase, delay) == tlm::TLM_UPDATED;
  pio_burst_.moved = pio_burst_.words;
  if (!known || pio_burst_.words * sizeof(std::uint32_t) != size_) return std::nullopt;

  foresight_.end = std::max(instant(delay), last_data());
  std::copy_n(buffer_.begin() + (address - first_), data.size(), data.begin());
  return Forecast{.answered = foresight_.end + params_.pio_read_return,
                  .until = foresight_.until,
                  .grid = foresight_.grid};
}

void HostBridge::repeat(const ReadRun& run) {
  foresight_.period = run.period;
  foresight_.times = run.times;
  tlm::tlm_phase phase = kRepeat;
  sc_core::sc_time delay = delay_until(run.begin + params_.pio_read_request);
  pci_master->nb_transport_fw(pio_, phase, delay);
}

}  // namespace flybar::pci
