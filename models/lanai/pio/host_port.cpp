#include "models/lanai/pio/host_port.h"

#include "models/common/extension.h"
#include "models/common/systemc_time.h"

namespace flybar::lanai {

HostPort::HostPort(const ChipParams& params) : params_(params) {
  bus.register_nb_transport_fw(this, &HostPort::request);
  bus.register_transport_dbg(this, &HostPort::debug_access);
}

tlm::tlm_sync_enum HostPort::request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;  // nothing is left to do
  if (phase != tlm::BEGIN_REQ) return run_of_reads(payload, phase, delay);
  extension<pci::Burst>(payload, bus.name());  // refused here, not when the words have moved
  payload_ = &payload;
  word_ = 0;
  due_ = instant(delay) + params_.bus_clock * params_.pio_latency.count;
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum HostPort::run_of_reads(tlm::tlm_generic_payload& payload,
                                          const tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) const {
  const bool word_a_clock = params_.bus_clock <= params_.clock;
  if (active() || !payload.is_read() || !word_a_clock) return tlm::TLM_COMPLETED;
  auto& foresight = extension<pci::Foresight>(payload, bus.name());
  auto& burst = extension<pci::Burst>(payload, bus.name());
  const Time due = instant(delay) + params_.bus_clock * params_.pio_latency.count;
  const Reads reads{.offset = window_offset(payload),
                    .words = payload.get_data_length() / 4,
                    .begin = Clock(params_.clock).edge_at_or_after(due),
                    .period = foresight.period,
                    .times = foresight.times};
  if (phase == pci::kRepeat) {
    repeat(reads);
    return tlm::TLM_COMPLETED;
  }
  const auto until = foresee(reads, payload.get_data_ptr());
  if (!until) return tlm::TLM_COMPLETED;
  foresight.until = *until;
  foresight.grid = params_.clock;
  burst.first_data = reads.begin + params_.clock;
  burst.interval = params_.bus_clock;
  burst.words = reads.words;
  delay = delay_until(reads.begin + params_.clock * reads.words);
  return tlm::TLM_UPDATED;
}

void HostPort::answer(Time done) {
  tlm::tlm_generic_payload& payload = *payload_;
  payload_ = nullptr;
  due_ = Time::never();
  auto& burst = extension<pci::Burst>(payload, bus.name());
  burst.first_data = first_;
  burst.interval = params_.bus_clock;
  burst.words = burst.moved = word_;
  burst.rests = rests();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = delay_until(done);
  bus->nb_transport_bw(payload, phase, delay);
}

}  // namespace flybar::lanai
