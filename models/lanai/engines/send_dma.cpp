#include "models/lanai/engines/send_dma.h"

#include <algorithm>
#include <cstring>

#include "models/common/systemc_time.h"
#include "models/lanai/engines/known_ahead.h"
#include "models/myrinet/link/crc8.h"

namespace flybar::lanai {

SendDma::SendDma(const ChipParams& params, SendState& state, Sram& sram, Observer& observer,
                 TrackId activity, TrackId packets)
    : params_(params),
      rules_(params),
      state_(state),
      sram_(sram),
      observer_(observer),
      activity_(activity),
      packets_(packets),
      word_time_(params.byte_time * 4),
      fifo_(state.fifo) {
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&symbols_of_run_);
}

void SendDma::reset() {
  flush();
  state_.active = done_ = open_ = state_.running = crc_enable = false;
  tail_ = true;
  fifo_.clear();
  messages_.clear();
  pointer = limit_ = alignment = 0;
  packet_.clear();
  told_ = 0;
}

void SendDma::start(std::uint32_t limit, bool tail) {
  const bool first = tail_;
  limit_ = limit & ~3u;
  tail_ = tail;
  done_ = false;
  state_.active = true;
  piece_begin_ = Time::never();
  const auto bytes = sram_.bytes(pointer, words_left() * 4).subspan(alignment);
  piece_bytes_ = static_cast<std::int64_t>(bytes.size());
  if (first) messages_.push_back(name_packet ? name_packet(bytes) : 0);
}

void SendDma::take(Time t, std::uint32_t words) {
  begin_piece(t);
  fetch(words);
  if (words_left() > 0) return;
  state_.active = false;
  done_ = true;
  if (tail_) fifo_.end_packet();
  end_piece(t + params_.clock);
}

void SendDma::end_piece(Time end) {
  observer_.on(Activity{activity_, piece_begin_, end, "send", messages_.back(), piece_bytes_});
}

void SendDma::fetch(std::uint32_t words) {
  if (alignment != 0 && words > 0) {
    fifo_.push(sram_.bytes(pointer, 4));
    fifo_.skip(alignment);
    alignment = 0;
    pointer += 4, --words;
  }
  if (words == 1)
    fifo_.push(sram_.bytes(pointer, 4));
  else
    fifo_.push(sram_.bytes(pointer, words * 4));
  pointer += words * 4;
}

void SendDma::flow_control(Time at, bool stop) {
  if (symbols_end_ - symbols_begin_ == kSymbols)
    refuse_known_ahead("link send buffer", std::to_string(kSymbols) + " STOPs and GOs");
  symbols_[symbols_end_++ % kSymbols] = {at, stop};
  next_symbol_ = symbols_[symbols_begin_ % kSymbols].at;
}

void SendDma::take_symbol() {
  state_.stopped = symbols_[symbols_begin_++ % kSymbols].stop;
  next_symbol_ =
      symbols_begin_ == symbols_end_ ? Time::never() : symbols_[symbols_begin_ % kSymbols].at;
}

bool SendDma::may_start(Time& start, Time end) {
  return lanai::may_start(
      state_, start, end, [this](Time t) { take_symbols(t); }, [this] { return next_symbol_; });
}

void SendDma::leave(Time start) {
  const SendFifo::Word word = fifo_.pop();
  emit(start, word.bytes, word.tail);
}

/// What follows leaves from `start` on, in the same run if it can.
void SendDma::begin_run(Time start) {
  if (start != state_.wire_free) flush();
  if (!open_) {
    open_ = run_head_ = true;
    packet_begin_ = start;
    packet_.clear();
    told_ = 0;
  }
  if (run_empty()) run_start_ = start;
}

void SendDma::emit(Time start, std::span<const std::uint8_t> bytes, bool tail) {
  begin_run(start);
  append(bytes);
  state_.wire_free = start + params_.byte_time * static_cast<std::int64_t>(bytes.size());
  if (tail) end_packet(state_.wire_free);
}

void SendDma::end_packet(Time end) {
  if (crc_enable) {
    packet_.push_back(myrinet::crc8(0, packet_));
    end += params_.byte_time;
  }
  open_ = false;
  flush();
  state_.wire_free = end + params_.byte_time;  // the GAP symbol
  observer_.on(Packet{packets_, packet_begin_, end, true, messages_.front(), packet_});
  messages_.pop_front();
}

void SendDma::flush() {
  if (run_empty()) return;
  symbols_of_run_.symbols = myrinet::Symbols::kBytes;
  symbols_of_run_.head = run_head_;
  symbols_of_run_.tail = !open_;
  symbols_of_run_.message = messages_.front();
  payload_.set_data_ptr(packet_.data() + told_);
  payload_.set_data_length(static_cast<unsigned>(packet_.size() - told_));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  run_head_ = false;
  told_ = packet_.size();
  sc_core::sc_time delay = delay_until(run_start_);
  link->b_transport(payload_, delay);
}

void SendDma::announce(Time at, bool stop) {
  symbols_of_run_.symbols = stop ? myrinet::Symbols::kStop : myrinet::Symbols::kGo;
  symbols_of_run_.head = symbols_of_run_.tail = false;
  payload_.set_data_length(0);
  sc_core::sc_time delay = delay_until(at);
  link->b_transport(payload_, delay);
}

/// `words` whole words leave one after the other: first those that wait, the last of which may be a
/// tail, then those that only pass through the buffer.
void SendDma::emit_whole(Time start, std::uint32_t words) {
  begin_run(start);
  state_.wire_free = start + word_time_ * words;
  const std::uint32_t waiting = std::min(words, fifo_.size());
  const bool tail = fifo_.has_tail() && fifo_.to_tail() == static_cast<int>(waiting);
  append(fifo_.pop(waiting));
  append(sram_.bytes(pointer, (words - waiting) * 4));
  pointer += (words - waiting) * 4;
  if (tail) end_packet(state_.wire_free);
}

}  // namespace flybar::lanai
