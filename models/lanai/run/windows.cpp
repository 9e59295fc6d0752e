/// Windows, and where they end.
#include <algorithm>

#include "models/lanai/run/windows.h"

namespace flybar::lanai {

namespace {

/// A loop is worth finding only if nothing is going to happen for so many clocks.
constexpr std::int64_t kQuietClocks = 400;
/// So long the firmware is likely to be at work after something has happened.
constexpr std::int64_t kBusyClocks = 200;
/// Gaps between the words of an engine are part of its plan, if they are not longer than this.
constexpr std::int64_t kGapClocks = 3;

/// Instead of a number of clocks: the lap of an idle loop is closed.
constexpr int kFound = -1;

}  // namespace

/// Clocks that begin before `limit`, at most so many.
int Windows::clocks_within(Time limit, int most) const {
  if (limit <= m_.now) return 0;
  if (limit - m_.now >= m_.params.clock * most) return most;
  const auto left = static_cast<std::uint32_t>((limit - m_.now).ps());
  const auto clock = static_cast<std::uint32_t>(m_.params.clock.ps());
  return static_cast<int>((left + clock - 1) / clock);
}

/// The processor alone, up to `event`.
int Windows::run_alone(Time event, Time limit, const Time& reach) {
  const Time quiet = std::min({event, m_.port.due(), m_.engines.host.request_at()}) - m_.now;
  if (quiet > m_.params.clock * kQuietClocks && quiet_clocks_ > kBusyClocks && !idle_.recording() &&
      idle_.promising())
    idle_.begin(m_.clock);
  if (idle_.recording() && idle_.between(m_.processor, m_.sram, m_.clock)) return kFound;
  // All accesses are recorded.
  m_.processor.guard(idle_.recording() ? Guard{0, m_.sram.size()} : Guard());
  const int ran = run_through(clocks_within(std::min(event, limit), Machine::kAloneClocks), reach);
  quiet_clocks_ = undisturbed_ ? quiet_clocks_ + ran : 0;
  return ran;
}

int Windows::run_planned(Time limit, const Time& reach) {
  idle_.abort();
  idle_.encourage();
  quiet_clocks_ = 0;
  in_window_ = plan(limit);
  int ran = 0;
  if (in_window_) ran = run_through(plan_.clocks() - plan_.ends(), reach);
  if (in_window_ && undisturbed_ && ran < plan_.clocks()) ran += run_end(ran);
  settle(ran);
  return ran;
}

bool Windows::run(Time limit, const Time& reach) {
  const Time engines = m_.engine_event();
  const bool rest = engines > m_.now + m_.params.clock * kGapClocks;
  const Time special = rest ? m_.special_event() : m_.now;
  undisturbed_ = true;
  const bool alone = special > m_.now;
  const int ran = alone ? run_alone(std::min(engines, special), limit, reach)
                        : run_planned(std::min(limit, m_.registers.timer_expiry()), reach);
  if (ran == kFound) return true;
  m_.pass(ran);
  return ran > 0;
}

/// Finds clocks in which no work ends but in the last. False if there are none.
bool Windows::plan(Time limit) {
  if (m_.registers.held()) return false;
  const int most = clocks_within(limit, Plan::kMost);
  if (most <= 0 || !plan_.make(m_.now, most, m_.registers.words_interrupt())) return false;
  m_.processor.guard(plan_.guard());
  return true;
}

void Windows::settle(int clocks) {
  undisturbed_ = false;
  if (!in_window_) return;
  in_window_ = false;
  m_.processor.guard({});
  if (clocks > 0) plan_.commit(clocks);
}

}  // namespace flybar::lanai
