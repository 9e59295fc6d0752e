#include "models/lanai/engines/host_dma.h"

#include <algorithm>

#include "models/common/systemc_time.h"
#include "models/lanai/engines/tracks.h"

namespace flybar::lanai {

namespace {
constexpr std::uint32_t kLongestTransfer = 64 * 1024;
/// PCI clocks for which a master that the target stopped drops REQ# (PCI 2.1).
constexpr int kReleaseClocks = 2;
}  // namespace

[[gnu::always_inline]] inline void HostDma::move(std::uint32_t words) {
  const std::uint32_t bytes = words * 4;
  std::uint8_t* place = data_.data() + moved_ * 4;
  if (to_sram)
    sram_.set_bytes(sram_address, {place, bytes});
  else
    std::memcpy(place, sram_.bytes(sram_address, bytes).data(), bytes);
  moved_ += words;
  sram_address += bytes;
  host_address += bytes;
  bytes_left_ -= bytes;
}

HostDma::HostDma(const ChipParams& params, HostState& state, Sram& sram, Observer& observer,
                 TrackId track)
    : params_(params),
      state_(state),
      sram_(sram),
      observer_(observer),
      track_(track),
      data_(kLongestTransfer) {
  bus.register_nb_transport_bw(this, &HostDma::answer);
  payload_.set_extension(&burst_);
}

void HostDma::reset() {
  phase_ = Phase::kIdle;
  state_.next = request_at_ = Time::never();
  done_ = false;
  bytes_left_ = host_address = sram_address = 0;
  to_sram = false;
  burst_enables = kAnyBurst;
}

void HostDma::start(Time now, std::uint32_t bytes) {
  done_ = bytes == 0;
  bytes_left_ = bytes;
  transfer_bytes_ = bytes;
  started_ = now;
  if (bytes > 0) start_at(first_request());
}

std::uint32_t HostDma::longest_burst() const {
  const auto board = static_cast<std::uint32_t>(params_.host_dma_burst.count);
  if (burst_enables & 8) return board;
  for (std::uint32_t words : {4u, 2u, 1u})
    if (burst_enables & words) return std::min(board, words * 8);
  return 4;
}

void HostDma::request(Time at) {
  phase_ = Phase::kRequested;
  request_at_ = Time::never();
  payload_.set_command(to_sram ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload_.set_address(host_address);
  payload_.set_data_ptr(data_.data());
  payload_.set_data_length(std::min(bytes_left_, std::min(longest_burst(), kLongestTransfer)));
  payload_.set_streaming_width(payload_.get_data_length());
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  burst_ = pci::Burst();
  burst_.wide = params_.bus_words > 1;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = delay_until(at);
  if (bus->nb_transport_fw(payload_, phase, delay) == tlm::TLM_UPDATED)
    answer(payload_, phase, delay);
}

tlm::tlm_sync_enum HostDma::answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                                   sc_core::sc_time& delay) {
  before_answer();
  const Time at = instant(delay);
  if (phase == tlm::BEGIN_RESP) begin_burst(at);
  if (phase == pci::kStopBurst) cut_burst(at);
  return tlm::TLM_ACCEPTED;
}

void HostDma::begin_burst(Time at) {
  const auto status = payload_.get_response_status();
  if (status != tlm::TLM_OK_RESPONSE && status != tlm::TLM_INCOMPLETE_RESPONSE)
    return refused(at, host_address);
  if (burst_.words == 0) return start_at(at + kReleaseClocks * params_.bus_clock);
  phase_ = Phase::kBurst;
  burst_words_ = std::min(burst_.words, payload_.get_data_length() / 4);
  moved_ = 0;
  state_.next = burst_.first_data;
  state_.interval = burst_.interval;
}

void HostDma::cut_burst(Time last) {
  if (phase_ != Phase::kBurst) return;
  const std::int64_t more = last < state_.next ? 0 : (last - state_.next) / state_.interval + 1;
  // The data phase under way always completes, so that a burst never ends without one.
  const auto phases = static_cast<std::uint32_t>(std::max<std::int64_t>(1, more));
  if (phases < phases_left()) burst_words_ = moved_ + words_in(phases);
}

void HostDma::take(Time t) {
  move(words_in(1));
  if (moved_ == burst_words_) finish_burst(t);
}

void HostDma::advance(std::uint32_t phases, Time next, Time last) {
  state_.next = next;
  if (phases == 0) return;
  move(words_in(phases));
  if (moved_ == burst_words_) finish_burst(last);
}

void HostDma::finish_burst(Time t) {
  const bool stopped_by_target = moved_ * 4 < payload_.get_data_length();
  burst_.moved = moved_;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = delay_until(t);
  phase_ = Phase::kIdle;
  state_.next = Time::never();
  bus->nb_transport_fw(payload_, phase, delay);
  if (bytes_left_ > 0)
    return stopped_by_target ? start_at(t + kReleaseClocks * params_.bus_clock) : request(t);
  done_ = true;
  observer_.on(Activity{track_, started_, t + params_.clock, to_sram ? kReadLabel : kWriteLabel,
                        name(), static_cast<std::int64_t>(transfer_bytes_)});
}

/// The addresses have advanced.
std::uint64_t HostDma::name() const {
  if (!name_transfer) return 0;
  const std::uint32_t begin = sram_address - transfer_bytes_;
  const bool inside = begin >= kAround && begin + kAround <= sram_.size();
  return name_transfer(
      {host_address - transfer_bytes_, begin, transfer_bytes_, to_sram,
       inside ? sram_.bytes(begin - kAround, 2 * kAround) : std::span<const std::uint8_t>()});
}

}  // namespace flybar::lanai
