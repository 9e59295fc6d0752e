#include <algorithm>
#include <cstring>
#include <string>

#include "models/common/error.h"
#include "models/lanai/engines/known_ahead.h"
#include "models/lanai/engines/receive_dma.h"

namespace flybar::lanai {

ReceiveBuffer::ReceiveBuffer(ReceiveState& state, Time byte_time)
    : state_(state), byte_time_(byte_time), word_time_(byte_time * 4) {}

void ReceiveBuffer::clear() {
  first_ = packet_ = taken_ = begun_;
  state_.waiting = 0;
  bytes_.clear();
  runs_begin_ = runs_end_;
  tails_begin_ = tails_end_;
  run_arrived_ = 0;
  partial_bytes_ = 0;
  state_.ready = Time::never();
}

void ReceiveBuffer::push(Time first_byte, std::span<const std::uint8_t> bytes, bool tail) {
  const std::uint32_t begun = partial_bytes_;
  const auto total = begun + static_cast<std::uint32_t>(bytes.size());
  const std::uint32_t whole = total / 4, rest = total % 4;
  require_space(whole + (tail && rest > 0));
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  partial_bytes_ = tail ? 0 : rest;
  // The time at which the word that is under way began to arrive, had it come in one piece.
  const Time begin = first_byte - byte_time_ * begun;
  if (whole > 0) add_run(begin + word_time_, whole, 4, tail && rest == 0);
  if (!tail || rest == 0) return;
  bytes_.resize(bytes_.size() + 4 - rest);
  add_run(begin + word_time_ * whole + byte_time_ * rest, 1, static_cast<std::uint8_t>(rest), true);
}

void ReceiveBuffer::require_space(std::uint32_t words) const {
  if (begun_ - taken_ + words <= kWords) return;
  throw SimulationError("link receive buffer", "more bytes arrive than it holds",
                        "a sender that obeys STOP", "raise lanai.slack or lower lanai.stop_mark");
}

void ReceiveBuffer::add_run(Time ready, std::uint32_t words, std::uint8_t last_bytes, bool tail) {
  Run& last = runs_[(runs_end_ - 1) % kRuns];
  const bool follows = runs_begin_ != runs_end_ && !last.tail && last_bytes == 4 &&
                       ready == last.ready + word_time_ * last.words;
  if (follows) {
    last.words += words;
    last.tail = tail;
  } else {
    runs_[runs_end_++ % kRuns] = {ready, words, tail};
    if (runs_end_ - runs_begin_ == 1) run_arrived_ = 0, state_.ready = ready;
  }
  begun_ += words;
  if (!tail) return;
  require_place_for_tail();
  tails_[tails_end_++ & kTailMask] = {begun_ - 1, last_bytes};
}

/// Of what a network tells long before it arrives, so much is kept.
void ReceiveBuffer::require_place_for_tail() const {
  if (tails_end_ - tails_begin_ > kTailMask)
    refuse_known_ahead("link receive buffer", std::to_string(kTailMask + 1) + " packets");
}

void ReceiveBuffer::arrive(std::uint32_t words) {
  while (words > 0) {
    const Run& run = runs_[runs_begin_ % kRuns];
    const std::uint32_t step = std::min(words, run.words - run_arrived_);
    state_.waiting += step, run_arrived_ += step, words -= step;
    if (run_arrived_ < run.words) {
      state_.ready = run.ready + word_time_ * run_arrived_;
      continue;
    }
    run_arrived_ = 0;
    ++runs_begin_;
    state_.ready = runs_begin_ == runs_end_ ? Time::never() : runs_[runs_begin_ % kRuns].ready;
  }
}

ReceiveBuffer::Run ReceiveBuffer::arrivals(std::uint32_t n) const {
  if (runs_end_ - runs_begin_ <= n) return {};
  const Run& run = runs_[(runs_begin_ + n) % kRuns];
  if (n > 0) return run;
  return {state_.ready, run.words - run_arrived_, run.tail};
}

Time ReceiveBuffer::arrival(std::int64_t words, Time known) const {
  Time last;
  each_to_come([&](const Arrivals& some) {
    last = some.first + word_time_ * (std::min(words, some.words) - 1);
    words -= some.words;
    return words > 0;
  });
  if (words <= 0) return last;
  // All but the end of the first that is not known may be here already. A packet of one byte makes
  // a word, and takes two byte times with the gap before it.
  return std::max(last, known) + byte_time_ * 2 * (words - 1);
}

ReceiveBuffer::Word ReceiveBuffer::at(std::uint32_t n) const {
  const std::uint64_t word = taken_ + n;
  std::uint32_t tail = tails_begin_;
  while (tail != tails_end_ && tails_[tail & kTailMask].word < word) ++tail;
  const bool ends = tail != tails_end_ && tails_[tail & kTailMask].word == word;
  const std::size_t bytes = ends ? tails_[tail & kTailMask].bytes : 4;
  return {{&bytes_[(word - first_) * 4], bytes}, ends};
}

/// Packets that have been taken are forgotten when they are more than what would have to be moved.
void ReceiveBuffer::drop_tail() {
  drop(1);
  packet_ = taken_;
  ++tails_begin_;
  if (taken_ - first_ < begun_ - taken_) return;
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(taken_ - first_) * 4);
  first_ = taken_;
}

}  // namespace flybar::lanai
