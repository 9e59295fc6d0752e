/// Who handles the messages of a round trip.
#include "testbenches/experiments/page/round_trips.h"
#include "models/systems/systems.h"

#include <gtest/gtest.h>

#include "testbenches/experiments/page/messages.h"

namespace flybar::experiments {
namespace {

using namespace literals;

/// How often node `n` switches to another thread in so many round trips.
std::int64_t switches(trapeze::Notify notify, std::size_t n, std::int64_t trips) {
  cluster::SystemParams system = systems::defaults("trapeze");
  Observer observer;
  const Context context{.system = system, .observer = observer};
  Testbed testbed(context, {});
  TrapezeStack stack(testbed, {.notify = notify});
  run_round_trips(stack, {trips, 16_B, 0_B, 0_B, Time()});
  const host::Cpu& cpu = testbed.hardware().node(n).cpu;
  return cpu.use().by_label().at("context switch") / cpu.params().context_switch;
}

TEST(RoundTrips, AHandlerThatAnswersWakesItsProcessOnlyAtTheEnd) {
  EXPECT_EQ(switches(trapeze::Notify::kInterrupt, 1, 5), 2);
}

TEST(RoundTrips, ARequesterThatIsInterruptedSpinsAndNeverSleeps) {
  EXPECT_EQ(switches(trapeze::Notify::kInterrupt, 0, 5), 1);
}

}  // namespace
}  // namespace flybar::experiments
