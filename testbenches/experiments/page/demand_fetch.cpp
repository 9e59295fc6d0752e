#include "testbenches/experiments/page/demand_fetch.h"

#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/page/round_trips.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

void DemandFetch::describe(Parameters& options) {
  add_payload(options, payload_);
  add_control(options, control_);
  add_notify(options, notify_);
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Pages fetched, after two that are not measured.", "as for one-way"});
}

void DemandFetch::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_payload(payload_, system, faults);
}

Results DemandFetch::run(const Context& context) {
  Testbed testbed(context, {.stages_of = 1});
  TrapezeStack stack(testbed, {.notify = notify_});

  const Time measured = run_round_trips(stack, {round_trips_, control_, Bytes(), payload_, Time()});

  Results results;
  results.numbers.push_back({"latency", measured.us() / static_cast<double>(round_trips_), "us"});
  results.tables.push_back(testbed.messages().stages_of_first());
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
