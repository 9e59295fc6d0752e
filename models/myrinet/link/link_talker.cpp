#include "models/myrinet/link/link_talker.h"

#include "models/common/systemc_time.h"

namespace flybar::myrinet {

LinkTalker::LinkTalker(Observer& observer, TrackId packets, Time byte_time)
    : observer_(observer), packets_(packets), byte_time_(byte_time) {
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&symbols_);
}

void LinkTalker::reset() {
  flush();
  open_ = false;
  messages_.clear();
  packet_.clear();
  told_ = 0;
}

void LinkTalker::begin_packet(Time start) {
  open_ = run_head_ = true;
  packet_begin_ = start;
  packet_.clear();
  told_ = 0;
}

Time LinkTalker::end_packet(Time end, std::optional<std::uint8_t> crc) {
  if (crc) {
    packet_.push_back(*crc);
    end += byte_time_;
  }
  open_ = false;
  flush();
  const std::uint64_t message = messages_.empty() ? 0 : messages_.front();
  observer_.on(Packet{packets_, packet_begin_, end, true, message, packet_});
  if (!messages_.empty()) messages_.pop_front();
  return end + byte_time_;  // the GAP symbol
}

void LinkTalker::tell_run() {
  symbols_.symbols = Symbols::kBytes;
  symbols_.head = run_head_;
  symbols_.tail = !open_;
  symbols_.message = messages_.empty() ? 0 : messages_.front();
  payload_.set_data_ptr(packet_.data() + told_);
  payload_.set_data_length(static_cast<unsigned>(packet_.size() - told_));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  run_head_ = false;
  told_ = packet_.size();
  sc_core::sc_time delay = delay_until(run_start_);
  link->b_transport(payload_, delay);
}

void LinkTalker::announce(Time at, bool stop) {
  symbols_.symbols = stop ? Symbols::kStop : Symbols::kGo;
  symbols_.head = symbols_.tail = false;
  payload_.set_data_length(0);
  sc_core::sc_time delay = delay_until(at);
  link->b_transport(payload_, delay);
}

}  // namespace flybar::myrinet
