#include "models/lan/ring/bus_master.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/systemc_time.h"

namespace flybar::lan {

namespace {
/// PCI clocks for which a master that was stopped drops REQ# (PCI 2.1).
constexpr int kReleaseClocks = 2;
}  // namespace

BusMaster::BusMaster(Time bus_clock, Agenda& agenda, std::function<void(Time)> done)
    : clock_(bus_clock), done_(std::move(done)), next_(agenda, [this](Time now) { act(now); }) {
  bus.register_nb_transport_bw(this, &BusMaster::answer);
  payload_.set_extension(&burst_);
}

void BusMaster::start(const Work& work, Time now) {
  busy_ = true;
  work_ = work;
  request(now);
}

void BusMaster::request(Time at) {
  payload_.set_command(work_.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload_.set_address(work_.address);
  payload_.set_data_ptr(work_.data.data());
  payload_.set_data_length(static_cast<unsigned>(work_.data.size()));
  payload_.set_streaming_width(payload_.get_data_length());
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  burst_ = pci::Burst();
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = delay_until(at);
  if (bus->nb_transport_fw(payload_, phase, delay) == tlm::TLM_UPDATED)
    answer(payload_, phase, delay);
}

tlm::tlm_sync_enum BusMaster::answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
  const Time at = instant(delay);
  if (phase == tlm::BEGIN_RESP) begin_burst(at);
  if (phase == pci::kStopBurst) cut_burst(at);
  return tlm::TLM_ACCEPTED;
}

void BusMaster::begin_burst(Time at) {
  const auto status = payload_.get_response_status();
  if (status != tlm::TLM_OK_RESPONSE && status != tlm::TLM_INCOMPLETE_RESPONSE)
    throw SimulationError(std::string(bus.name()) + " at " + quantity::print(at),
                          "no target serves address " + std::to_string(work_.address),
                          "addresses in the host's memory",
                          "look at the descriptors that the driver wrote")
        .at(at);
  if (burst_.words == 0) return next_.set(at + kReleaseClocks * clock_);
  moving_ = true;
  words_ = std::min(burst_.words, payload_.get_data_length() / pci::kWord);
  set_end();
}

void BusMaster::set_end() {
  const std::int64_t phases = burst_.phases(work_.address, words_);
  next_.set(burst_.first_data + (phases - 1) * burst_.interval);
}

/// The data phase under way always completes, so that a burst never ends without one.
void BusMaster::cut_burst(Time last) {
  if (!moving_) return;
  const std::int64_t more =
      last < burst_.first_data ? 0 : (last - burst_.first_data) / burst_.interval + 1;
  const auto phases = static_cast<std::uint32_t>(std::max<std::int64_t>(1, more));
  if (phases >= burst_.phases(work_.address, words_)) return;
  words_ = burst_.words_in(work_.address, phases);
  set_end();
}

void BusMaster::act(Time now) {
  moving_ ? end_burst(now) : request(now);
}

void BusMaster::end_burst(Time now) {
  moving_ = false;
  burst_.moved = words_;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = delay_until(now);
  bus->nb_transport_fw(payload_, phase, delay);
  const std::uint32_t bytes = words_ * pci::kWord;
  work_.data = work_.data.subspan(bytes);
  work_.address += bytes;
  if (!work_.data.empty()) return next_.set(now + kReleaseClocks * clock_);
  busy_ = false;
  done_(now);
}

}  // namespace flybar::lan
