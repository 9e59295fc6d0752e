#include "models/lanai/host_port.h"

#include <algorithm>

#include "models/common/systemc_time.h"

namespace flybar::lanai {

HostPort::HostPort(const ChipParams& params) : params_(params) {
  bus.register_nb_transport_fw(this, &HostPort::request);
}

tlm::tlm_sync_enum HostPort::request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;  // END_RESP: nothing is left to do
  payload_ = &payload;
  word_ = 0;
  due_ = kernel_time() + from_systemc(delay) + params_.bus_clock * params_.pio_latency.count;
  return tlm::TLM_ACCEPTED;
}

void HostPort::word_done(Time t) {
  const Time done = t + params_.clock;
  if (word_ == 0) first_ = done;
  ++word_;
  due_ = std::max(due_ + params_.bus_clock, done);
  if (word_ * 4 < payload_->get_data_length()) return;

  tlm::tlm_generic_payload& payload = *payload_;
  payload_ = nullptr;
  due_ = Time::never();
  auto* burst = payload.get_extension<pci::Burst>();
  burst->first_data = first_;
  burst->interval = params_.bus_clock;
  burst->words = burst->moved = word_;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = to_systemc(done) - sc_core::sc_time_stamp();
  bus->nb_transport_bw(payload, phase, delay);
}

}  // namespace flybar::lanai
