#include "models/lanai/send_dma.h"

#include <algorithm>
#include <cstring>

#include "models/common/systemc_time.h"
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
  run_.reserve(1024);
}

void SendDma::reset() {
  active_ = done_ = open_ = stopped_ = running_ = false;
  count_ = odd_ = 0;
  symbols_begin_ = symbols_end_;
  pointer = limit_ = alignment = 0;
  packet_.clear();
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
  Entry& last = fifo_[(begin_ + count_ - 1) % kEntries];
  if (!last.odd()) ++odd_;
  last.tail = true;
}

void SendDma::fetch(std::uint32_t words) {
  for (; words > 0; --words) {
    Entry& entry = fifo_[(begin_ + count_++) % kEntries];
    const auto skip = static_cast<std::uint8_t>(alignment & 3);
    std::memcpy(entry.bytes.data(), sram_.bytes(pointer, 4).data() + skip, 4 - skip);
    entry.count = static_cast<std::uint8_t>(4 - skip);
    entry.tail = false;
    if (entry.odd()) ++odd_;
    alignment = 0;
    pointer += 4;
  }
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
    if (entry.odd()) --odd_;
    emit(start, {entry.bytes.data(), entry.count}, entry.tail);
  }
  while (next_symbol() <= t) stopped_ = symbols_[symbols_begin_++ % kSymbols].stop;
  flush();
}

void SendDma::emit(Time start, std::span<const std::uint8_t> bytes, bool tail) {
  if (!run_.empty() && start != wire_free_) flush();
  if (!open_) {
    flush();
    open_ = run_head_ = true;
    crc_ = 0;
    packet_begin_ = start;
    packet_.clear();
  }
  if (run_.empty()) run_start_ = start;
  run_.insert(run_.end(), bytes.begin(), bytes.end());
  wire_free_ = start + params_.byte_time * static_cast<std::int64_t>(bytes.size());
  if (!tail) return;
  end_packet(wire_free_);
}

void SendDma::end_packet(Time end) {
  if (crc_enable) {
    crc_ = myrinet::crc8(crc_, run_);
    run_.push_back(crc_);
    end += params_.byte_time;
  }
  open_ = false;
  flush();
  wire_free_ = end + params_.byte_time;  // the GAP symbol
  observer_.on(Activity{activity_, packet_begin_, end, "packet", 0,
                        static_cast<std::int64_t>(packet_.size())});
  observer_.on(Packet{packets_, packet_begin_, end, true, 0, packet_});
}

void SendDma::flush() {
  if (run_.empty()) return;
  if (open_) crc_ = myrinet::crc8(crc_, run_);
  packet_.insert(packet_.end(), run_.begin(), run_.end());
  symbols_of_run_.symbols = myrinet::Symbols::kBytes;
  symbols_of_run_.head = run_head_;
  symbols_of_run_.tail = !open_;
  payload_.set_data_ptr(run_.data());
  payload_.set_data_length(static_cast<unsigned>(run_.size()));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = to_systemc(run_start_) - sc_core::sc_time_stamp();
  link->b_transport(payload_, delay);
  run_head_ = false;
  run_.clear();
}

void SendDma::announce(Time at, bool stop) {
  symbols_of_run_.symbols = stop ? myrinet::Symbols::kStop : myrinet::Symbols::kGo;
  symbols_of_run_.head = symbols_of_run_.tail = false;
  payload_.set_data_length(0);
  sc_core::sc_time delay = to_systemc(at) - sc_core::sc_time_stamp();
  link->b_transport(payload_, delay);
}

void SendDma::advance(const Window& window, int clocks, Time t) {
  const Record& last = window.records[static_cast<std::size_t>(clocks - 1)];
  if (last.send == 0 && last.started == 0) return;
  // Words leave in the order in which they came: first those that wait, then those fetched.
  std::array<std::uint8_t, 4 * (kEntries + 2 * Window::kMost)> bytes;
  std::size_t filled = 0;
  for (std::int64_t i = 0; i < count_; ++i, filled += 4)
    std::memcpy(&bytes[filled], fifo_[(begin_ + i) % kEntries].bytes.data(), 4);
  std::memcpy(&bytes[filled], sram_.bytes(pointer, last.send * 4u).data(), last.send * 4u);
  filled += last.send * 4u;
  pointer += last.send * 4u;

  int started = 0;
  for (int i = 0; i < clocks && started < last.started; ++i, t += params_.clock) {
    const int now = window.records[static_cast<std::size_t>(i)].started - started;
    if (now == 0) continue;
    emit(std::max(wire_free_, t), {&bytes[started * 4u], now * 4u}, false);
    started += now;
  }
  flush();

  begin_ = 0;
  running_ = last.running;
  count_ += last.send - last.started;
  for (std::int64_t i = 0; i < count_; ++i) {
    Entry& entry = fifo_[static_cast<std::size_t>(i)];
    std::memcpy(entry.bytes.data(), &bytes[(started + static_cast<std::size_t>(i)) * 4], 4);
    entry.count = 4;
    entry.tail = false;
  }
}

}  // namespace flybar::lanai
