/// The closed form of a stretch against the rules, asked clock by clock: from arbitrary states of
/// the engines on, both foresee the same.
#include "models/lanai/run/stretch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "models/lanai/run/ticks.h"
#include "testbenches/tests/lanai/chip/silent_engines.h"

namespace flybar::lanai {
namespace {

using Runs = std::vector<std::pair<std::int32_t, int>>;

/// What the link takes in so many clocks; one run behind the other without a break are one.
template <class Ahead>
Runs link_runs(const Ahead& ahead, int clocks, std::int32_t word, bool& running) {
  Runs runs;
  running = ahead.walk_link(clocks, [&](std::int32_t start, int words) {
    if (!runs.empty() && runs.back().first + runs.back().second * word == start)
      runs.back().second += words;
    else
      runs.emplace_back(start, words);
  });
  return runs;
}

void expect_same(const Stretch& stretch, const Ticks& ticks, int clocks, std::int32_t word) {
  ASSERT_EQ(stretch.left(clocks - 1), ticks.left(clocks - 1)) << "clock " << clocks - 1;
  const Moved a = stretch.moved(clocks), b = ticks.moved(clocks);
  ASSERT_EQ(a.host, b.host) << clocks;
  ASSERT_EQ(a.receive, b.receive) << clocks;
  ASSERT_EQ(a.send, b.send) << clocks;
  ASSERT_EQ(a.arrived, b.arrived) << clocks;
  bool runs = false, ticks_run = false;
  ASSERT_EQ(link_runs(stretch, clocks, word, runs), link_runs(ticks, clocks, word, ticks_run))
      << clocks;
  ASSERT_EQ(runs, ticks_run) << clocks;
}

void compare(const SilentEngines& world) {
  const Engines& engines = world.engines;
  Stretch stretch(engines.rules, engines.send.word_time());
  Ticks ticks;
  stretch.begin(engines, world.now(), Stretch::kMost);
  ticks.begin(engines, world.now(), Ticks::kMost, false);
  const auto word = static_cast<std::int32_t>(engines.send.word_time().ps());
  const int both = std::min(stretch.clocks(), ticks.clocks());
  for (int clocks = 1; clocks <= both; ++clocks)
    ASSERT_NO_FATAL_FAILURE(expect_same(stretch, ticks, clocks, word));
  if (ticks.ends()) {
    ASSERT_LE(stretch.clocks(), ticks.clocks()) << "it goes on behind an end";
  }
  if (both > 0 && both == stretch.clocks() && both < Ticks::kMost) {
    ASSERT_EQ(stretch.ends(), ticks.ends() && both == ticks.clocks());
  }
}

TEST(Stretch, ForeseesWhatTheRulesDoFromAnyState) {
  const char* chosen = std::getenv("FLYBAR_SEED");
  const std::uint32_t seed = chosen ? static_cast<std::uint32_t>(std::stoul(chosen)) : 1;
  std::deque<SilentEngines> worlds;
  for (std::uint32_t n = 0; n < 40; ++n)
    worlds.emplace_back(("engines" + std::to_string(n)).c_str(), 1000 * seed + n);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (SilentEngines& world : worlds)
    for (int draw = 0; draw < 500; ++draw) {
      SCOPED_TRACE(std::string(world.name()) + ", draw " + std::to_string(draw) +
                   ", FLYBAR_SEED=" + std::to_string(seed));
      world.draw();
      ASSERT_NO_FATAL_FAILURE(compare(world));
    }
}

}  // namespace
}  // namespace flybar::lanai
