#include "models/lanai/send_dma.h"

#include <algorithm>
#include <cstring>

#include "models/common/systemc_time.h"
#include "models/lanai/known_ahead.h"
#include "models/lanai/plan_book.h"
#include "models/myrinet/crc8.h"

namespace flybar::lanai {

SendDma::SendDma(const ChipParams& params, Sram& sram, Observer& observer, TrackId activity,
                 TrackId packets)
    : params_(params),
      sram_(sram),
      observer_(observer),
      activity_(activity),
      packets_(packets),
      word_time_(params.byte_time * 4) {
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&symbols_of_run_);
}

void SendDma::reset() {
  active_ = done_ = open_ = stopped_ = running_ = false;
  count_ = partial_ = tails_ = 0;
  symbols_begin_ = symbols_end_;
  pointer = limit_ = alignment = 0;
  packet_.clear();
  told_ = 0;
}

void SendDma::start(std::uint32_t limit, bool tail) {
  limit_ = limit & ~3u;
  tail_ = tail;
  done_ = false;
  active_ = true;
}

void SendDma::take(std::uint32_t words) {
  fetch(words);
  if (words_left() > 0) return;
  active_ = false;
  done_ = true;
  if (!tail_) return;
  fifo_[(begin_ + count_ - 1) % kEntries].tail = true;
  ++tails_;
}

void SendDma::fetch(std::uint32_t words) {
  for (; words > 0; --words) {
    Entry& entry = fifo_[(begin_ + count_++) % kEntries];
    const auto skip = static_cast<std::uint8_t>(alignment & 3);
    std::memcpy(entry.bytes.data(), sram_.bytes(pointer, 4).data() + skip, 4 - skip);
    entry.count = static_cast<std::uint8_t>(4 - skip);
    entry.tail = false;
    partial_ += skip > 0;
    alignment = 0;
    pointer += 4;
  }
}

void SendDma::flow_control(Time at, bool stop) {
  if (symbols_end_ - symbols_begin_ == kSymbols)
    refuse_known_ahead("link send buffer", std::to_string(kSymbols) + " STOPs and GOs");
  symbols_[symbols_end_++ % kSymbols] = {at, stop};
}

/// Moves `start` past a STOP to the GO that ends it; false if no start is possible before `end`.
bool SendDma::may_start(Time& start, Time end) {
  while (start < end) {
    while (next_symbol() <= start) stopped_ = symbols_[symbols_begin_++ % kSymbols].stop;
    if (!stopped_) return true;
    start = next_symbol();
  }
  return false;
}

void SendDma::drive_link(Time t) {
  const Time end = t + params_.clock;
  if (count_ >= params_.send_start || !active_) running_ = count_ > 0;
  while (running_) {
    Time start = std::max(wire_free_, t);
    if (!may_start(start, end)) break;
    const Entry& entry = fifo_[begin_++ % kEntries];
    running_ = --count_ > 0;
    partial_ -= entry.count < 4;
    emit(start, {entry.bytes.data(), entry.count}, entry.tail);
  }
  while (next_symbol() <= t) stopped_ = symbols_[symbols_begin_++ % kSymbols].stop;
  flush();
}

/// What follows leaves from `start` on, in the same run if it can.
void SendDma::begin_run(Time start) {
  if (start != wire_free_) flush();
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
  packet_.insert(packet_.end(), bytes.begin(), bytes.end());
  wire_free_ = start + params_.byte_time * static_cast<std::int64_t>(bytes.size());
  if (tail) end_packet(wire_free_);
}

int SendDma::words_to_tail() const {
  if (tails_ == 0) return PlanLimits::kAny;
  int words = 1;
  for (std::uint32_t i = begin_; !fifo_[i % kEntries].tail; ++i) ++words;
  return words;
}

void SendDma::end_packet(Time end) {
  if (crc_enable) {
    packet_.push_back(myrinet::crc8(0, packet_));
    end += params_.byte_time;
  }
  open_ = false;
  --tails_;
  flush();
  wire_free_ = end + params_.byte_time;  // the GAP symbol
  observer_.on(Activity{activity_, packet_begin_, end, "packet", 0,
                        static_cast<std::int64_t>(packet_.size())});
  observer_.on(Packet{packets_, packet_begin_, end, true, 0, packet_});
}

void SendDma::flush() {
  if (run_empty()) return;
  symbols_of_run_.symbols = myrinet::Symbols::kBytes;
  symbols_of_run_.head = run_head_;
  symbols_of_run_.tail = !open_;
  payload_.set_data_ptr(packet_.data() + told_);
  payload_.set_data_length(static_cast<unsigned>(packet_.size() - told_));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = delay_until(run_start_);
  link->b_transport(payload_, delay);
  run_head_ = false;
  told_ = packet_.size();
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
  wire_free_ = start + word_time_ * words;
  for (; words > 0 && count_ > 0; --words, --count_) {
    const Entry& entry = fifo_[begin_++ % kEntries];
    packet_.insert(packet_.end(), entry.bytes.begin(), entry.bytes.end());
    if (entry.tail) return --count_, end_packet(wire_free_);
  }
  if (words == 0) return;
  const auto passing = sram_.bytes(pointer, words * 4);
  packet_.insert(packet_.end(), passing.begin(), passing.end());
  pointer += words * 4;
}

void SendDma::advance(const Window& window, int clocks, Time t) {
  const Record& last = window.records[clocks - 1];
  if (last.send == 0 && last.started == 0) return;
  const std::uint32_t fetched_to = pointer + last.send * 4u;
  if (last.started > 0) {
    emit_window(window.records, t, t + Time::ps(last.wire_free), last.started);
    flush();
  }
  if (pointer != fetched_to) take((fetched_to - pointer) / 4);
  running_ = last.running;
}

/// The words that start in the clocks from `t` on, after the last of which the link is free at
/// `end`.
void SendDma::emit_window(const Record* records, Time t, Time end, std::uint32_t words) {
  for (; records->started == 0; ++records) t += params_.clock;
  const Time first = std::max(wire_free_, t);
  if (first + word_time_ * words == end) return emit_whole(first, words);
  std::uint32_t started = 0;
  for (; started < words; ++records, t += params_.clock) {
    const std::uint32_t now = records->started - started;
    if (now == 0) continue;
    emit_whole(std::max(wire_free_, t), now);
    started += now;
  }
}

}  // namespace flybar::lanai
