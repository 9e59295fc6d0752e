#include "models/rtl/board/bus_master.h"

#include <algorithm>

#include "models/common/systemc_time.h"
#include "models/lanai/core/words.h"

namespace flybar::rtl {

namespace {
constexpr std::uint32_t kLongestTransfer = 64 * 1024;
/// PCI clocks for which a master that the target stopped drops REQ# (PCI 2.1).
constexpr int kReleaseClocks = 2;
}  // namespace

BusMaster::BusMaster(const lanai::ChipParams& params) : params_(params), data_(kLongestTransfer) {
  bus.register_nb_transport_bw(this, &BusMaster::answer);
  payload_.set_extension(&burst_);
}

void BusMaster::request(Time at, const Outputs& out, std::uint32_t longest) {
  phase_ = Phase::kRequested;
  payload_.set_command(out.hdma_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload_.set_address(out.hdma_address);
  payload_.set_data_ptr(data_.data());
  payload_.set_data_length(std::min({out.hdma_left, longest, kLongestTransfer}));
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
    return refused(at, static_cast<std::uint32_t>(payload_.get_address()));
  if (burst_.words == 0) {
    phase_ = Phase::kIdle;
    not_before_ = at + kReleaseClocks * params_.bus_clock;
    return;
  }
  phase_ = Phase::kBurst;
  words_ = std::min(burst_.words, payload_.get_data_length() / 4);
  moved_ = 0;
  next_ = burst_.first_data;
  interval_ = burst_.interval;
}

void BusMaster::cut_burst(Time last) {
  if (phase_ != Phase::kBurst) return;
  const std::int64_t more = last < next_ ? 0 : (last - next_) / interval_ + 1;
  // The data phase under way always completes, so that a burst never ends without a word.
  const std::int64_t words = std::max<std::int64_t>(1, more) + moved_;
  if (words < words_) words_ = static_cast<std::uint32_t>(words);
}

void BusMaster::offer(Time t, Inputs& in) const {
  in.hdma_due = next_ <= t;
  if (in.hdma_due && payload_.is_read()) in.hdma_rdata = lanai::get_word(data_.data() + moved_ * 4);
}

void BusMaster::passed(Time t, const Inputs& in, const Outputs& out, std::uint32_t longest) {
  if (!in.hdma_due) return;
  if (!out.hdma_moved) {
    next_ = t + params_.clock;
    return;
  }
  next_ += interval_;
  if (payload_.is_write()) lanai::put_word(data_.data() + moved_ * 4, out.hdma_wdata);
  if (++moved_ < words_) return;
  const bool stopped_by_target = moved_ * 4 < payload_.get_data_length();
  burst_.moved = moved_;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = delay_until(t);
  phase_ = Phase::kIdle;
  next_ = Time::never();
  bus->nb_transport_fw(payload_, phase, delay);
  not_before_ = Time();
  if (out.hdma_left == 0) return;
  if (stopped_by_target)
    not_before_ = t + kReleaseClocks * params_.bus_clock;
  else
    request(t, out, longest);
}

}  // namespace flybar::rtl
