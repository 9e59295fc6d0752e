#include "models/lanai/idle_loop.h"

#include <algorithm>

namespace flybar::lanai {

namespace {
constexpr std::size_t kMostStores = 64;
}

void IdleLoop::begin(const Core& core, std::int64_t clock) {
  if (!recording_) begin_clock_ = clock, visits_ = 0, next_anchor_visit_ = 1;
  recording_ = true;
  found_ = false;
  anchor_ = core.state;
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
  return core.state == anchor_ &&
         std::all_of(stores_.begin(), stores_.end(), [&sram](const Store& store) {
           return sram.word(store.address) == store.old_word;
         });
}

bool IdleLoop::retired(const Core& core, const Sram& sram, std::int64_t clock, const Step& step) {
  steps_.push_back(step);
  steps_.back().clock = static_cast<std::uint32_t>(clock - 1 - anchor_clock_);
  if (stores_.size() > kMostStores || clock - begin_clock_ > kLongestLap) {
    vain_ = true;
    abort();
    return false;
  }
  if (core.state.pipe.pc != anchor_.pipe.pc) return false;
  if (same(core, sram)) {
    close(core, clock);
    return true;
  }
  // The first lap may only have settled registers; but a loop may also pass this point several
  // times a lap, so that a later anchor is given more visits.
  if (++visits_ < next_anchor_visit_) return false;
  next_anchor_visit_ = 2 * next_anchor_visit_ + 1;
  begin(core, clock);
  return false;
}

void IdleLoop::close(const Core& core, std::int64_t clock) {
  recording_ = false;
  found_ = true;
  lap_clocks_ = clock - anchor_clock_;
  lap_counters_ = core.counters - anchor_counters_;
  pattern_.assign(static_cast<std::size_t>(lap_clocks_), 0);
  for (const Step& step : steps_) pattern_[step.clock] = step.accesses;
}

}  // namespace flybar::lanai
