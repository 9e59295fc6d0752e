#include "models/lanai/run/idle_loop.h"

#include <algorithm>

namespace flybar::lanai {

namespace {
constexpr std::size_t kMostStores = 64;
}

void IdleLoop::begin(std::int64_t clock) {
  begin_clock_ = clock;
  most_clocks_ = kFirstClocks;
  recording_ = stepped_ = true;
  found_ = anchored_ = false;
  stores_.clear();
}

void IdleLoop::anchor(const Core& core, std::int64_t clock) {
  anchored_ = true;
  anchor_ = core.state();
  anchor_counters_ = core.counters;
  anchor_clock_ = clock;
  stores_.clear();
  steps_.clear();
}

void IdleLoop::stored(const Sram& sram, std::uint32_t address) {
  const std::uint32_t word = address & ~3u;
  if (!writes(word)) stores_.push_back({word, sram.word(word)});
}

bool IdleLoop::writes(std::uint32_t address) const {
  const std::uint32_t word = address & ~3u;
  return std::any_of(stores_.begin(), stores_.end(),
                     [word](const Store& store) { return store.address == word; });
}

bool IdleLoop::same(const Core& core, const Sram& sram) const {
  return core.state() == anchor_ &&
         std::all_of(stores_.begin(), stores_.end(), [&sram](const Store& store) {
           return sram.word(store.address) == store.old_word;
         });
}

bool IdleLoop::visit(const Core& core, const Sram& sram, std::int64_t clock) {
  if (anchored_ && core.place().pc == anchor_.pipe.pc && same(core, sram)) {
    close(core, clock);
    return true;
  }
  if (stores_.size() > kMostStores || clock - begin_clock_ > kLongestLap) {
    vain_ = true;
    abort();
  } else if (!anchored_) {
    anchor(core, clock);
  } else if (clock - anchor_clock_ >= most_clocks_) {
    most_clocks_ *= 2;
    anchor(core, clock);
  }
  return false;
}

void IdleLoop::close(const Core& core, std::int64_t clock) {
  recording_ = false;
  found_ = true;
  lap_clocks_ = clock - anchor_clock_;
  lap_counters_ = core.counters - anchor_counters_;
  lap_counters_.clocks = static_cast<std::uint64_t>(lap_clocks_);  // those of a run come after it
  const std::uint32_t delay = take_delays_out();
  lap_clocks_ -= delay;
  lap_counters_.put_off(-std::int64_t{delay});
  pattern_.assign(static_cast<std::size_t>(lap_clocks_), 0);
  for (const Step& step : steps_) pattern_[step.clock] = step.accesses;
  before_send_ = sends_ == nullptr ? 0 : least_before_send();
}

/// Between two steps the program cannot come nearer to a send than by one clock in each.
std::int64_t IdleLoop::least_before_send() const {
  std::int64_t least = sends_->clocks(anchor_.pipe.pc), here = least, at = 0;
  const auto pass = [&](std::int64_t clock) {
    least = std::min(least, here - (clock - at));
    at = clock;
  };
  for (const Step& step : steps_) {
    pass(step.clock + 1);
    here = sends_->clocks(step.next);
  }
  pass(lap_clocks_);
  return std::max<std::int64_t>(0, least);
}

/// Makes the lap that was recorded one in which the host reads nothing. Returns by how many clocks
/// it is shorter.
std::uint32_t IdleLoop::take_delays_out() {
  std::uint32_t delay = 0;
  for (Step& step : steps_) {
    if (step.late) {
      ++delay;
      --step.clocks;
      step.accesses = 2;
      step.late = false;
    }
    step.clock -= delay;
  }
  return delay;
}

}  // namespace flybar::lanai
