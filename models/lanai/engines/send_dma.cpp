#include "models/lanai/engines/send_dma.h"

#include <algorithm>
#include <cstring>

#include "models/lanai/engines/known_ahead.h"
#include "models/lanai/engines/tracks.h"
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
      word_time_(params.byte_time * 4),
      fifo_(state.fifo),
      talker_(observer, packets, params.byte_time) {}

void SendDma::reset() {
  talker_.reset();
  state_.active = done_ = state_.running = crc_enable = false;
  tail_ = true;
  fifo_.clear();
  pointer = limit_ = alignment = 0;
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
  if (first) talker_.begin_message(name_packet ? name_packet(bytes) : 0);
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
  observer_.on(Activity{activity_, piece_begin_, end, kSendLabel, talker_.message(), piece_bytes_});
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

void SendDma::emit(Time start, std::span<const std::uint8_t> bytes, bool tail) {
  talker_.begin_run(start, state_.wire_free);
  talker_.append(bytes);
  state_.wire_free = start + params_.byte_time * static_cast<std::int64_t>(bytes.size());
  if (tail) end_packet(state_.wire_free);
}

void SendDma::end_packet(Time end) {
  std::optional<std::uint8_t> crc;
  if (crc_enable) crc = myrinet::crc8(0, talker_.left());
  state_.wire_free = talker_.end_packet(end, crc);
}

/// `words` whole words leave one after the other: first those that wait, the last of which may be a
/// tail, then those that only pass through the buffer.
void SendDma::emit_whole(Time start, std::uint32_t words) {
  talker_.begin_run(start, state_.wire_free);
  state_.wire_free = start + word_time_ * words;
  const std::uint32_t waiting = std::min(words, fifo_.size());
  const bool tail = fifo_.has_tail() && fifo_.to_tail() == static_cast<int>(waiting);
  talker_.append(fifo_.pop(waiting));
  talker_.append(sram_.bytes(pointer, (words - waiting) * 4));
  pointer += (words - waiting) * 4;
  if (tail) end_packet(state_.wire_free);
}

}  // namespace flybar::lanai
