#include "models/rtl/board/link_out.h"

#include <algorithm>

#include "models/common/systemc_time.h"

namespace flybar::rtl {

LinkOut::LinkOut(const lanai::ChipParams& params, Observer& observer, TrackId packets)
    : params_(params), observer_(observer), packets_(packets) {
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&symbols_of_run_);
}

std::uint8_t LinkOut::take(Time t, const Outputs& out) {
  std::uint8_t taken = 0;
  while (taken < out.link_offer) {
    Time start = std::max(wire_free_, t);
    if (!may_start(start, t + params_.clock)) break;
    leave(start, out.link_front[taken++], out.link_crc);
  }
  take_symbols(t);
  if (run_head_) flush();
  return taken;
}

void LinkOut::take_symbols(Time t) {
  while (!symbols_.empty() && symbols_.front().at <= t) {
    stopped_ = symbols_.front().stop;
    symbols_.pop_front();
  }
}

/// Moves `start` past a STOP to the GO that ends it; false if no start is possible before `end`.
bool LinkOut::may_start(Time& start, Time end) {
  while (start < end) {
    take_symbols(start);
    if (!stopped_) return true;
    start = symbols_.empty() ? Time::never() : symbols_.front().at;
  }
  return false;
}

void LinkOut::leave(Time start, FrontWord word, bool crc) {
  if (start != wire_free_) flush();
  if (!open_) {
    open_ = run_head_ = true;
    packet_begin_ = start;
    packet_.clear();
    told_ = 0;
  }
  if (told_ == packet_.size()) run_start_ = start;
  for (std::uint32_t i = word.skip(); i < 4; ++i)
    packet_.push_back(static_cast<std::uint8_t>(word.data() >> (24 - 8 * i)));
  wire_free_ = start + params_.byte_time * std::int64_t{4 - word.skip()};
  if (word.tail()) end_packet(word, crc);
}

void LinkOut::end_packet(FrontWord word, bool crc) {
  if (crc) {
    packet_.push_back(word.crc());
    wire_free_ += params_.byte_time;
  }
  open_ = false;
  flush();
  const std::uint64_t message = messages_.empty() ? 0 : messages_.front();
  observer_.on(Packet{packets_, packet_begin_, wire_free_, true, message, packet_});
  wire_free_ += params_.byte_time;  // the GAP symbol
  if (!messages_.empty()) messages_.pop_front();
}

void LinkOut::flush() {
  if (told_ == packet_.size()) return;
  symbols_of_run_.symbols = myrinet::Symbols::kBytes;
  symbols_of_run_.head = run_head_;
  symbols_of_run_.tail = !open_;
  symbols_of_run_.message = messages_.empty() ? 0 : messages_.front();
  payload_.set_data_ptr(packet_.data() + told_);
  payload_.set_data_length(static_cast<unsigned>(packet_.size() - told_));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  run_head_ = false;
  told_ = packet_.size();
  sc_core::sc_time delay = delay_until(run_start_);
  link->b_transport(payload_, delay);
}

void LinkOut::announce(Time at, bool stop) {
  symbols_of_run_.symbols = stop ? myrinet::Symbols::kStop : myrinet::Symbols::kGo;
  symbols_of_run_.head = symbols_of_run_.tail = false;
  payload_.set_data_length(0);
  sc_core::sc_time delay = delay_until(at);
  link->b_transport(payload_, delay);
}

void LinkOut::reset() {
  flush();
  open_ = false;
  messages_.clear();
  packet_.clear();
  told_ = 0;
}

}  // namespace flybar::rtl
