#include "testbenches/experiments/page/one_way.h"

#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/page/round_trips.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

void OneWay::describe(Parameters& options) {
  add_payload(options, payload_);
  add_control(options, control_);
  add_notify(options, notify_);
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Round trips measured, after two that are not.", "the published microbenchmark"});
  options.add("pause", pause_, {Time(), Time::ms(1000)},
              {"What the client waits between a reply and its next request.", "back to back"});
}

void OneWay::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_payload(payload_, system, faults);
}

Results OneWay::run(const Context& context) {
  Testbed testbed(context, {.stages_of = 0});
  TrapezeStack stack(testbed, {.notify = notify_, .attach_frames = payload_.count > 0});

  const Time measured =
      run_round_trips(stack, {round_trips_, control_, payload_, payload_, pause_});

  Results results;
  const double latency = measured.us() / static_cast<double>(2 * round_trips_);
  results.numbers.push_back({"latency", latency, "us"});
  results.tables.push_back(testbed.messages().stages_of_first());
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
