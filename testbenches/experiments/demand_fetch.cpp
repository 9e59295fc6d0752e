#include "testbenches/experiments/demand_fetch.h"

#include "testbenches/experiments/messages.h"
#include "testbenches/experiments/options.h"
#include "testbenches/experiments/spread.h"
#include "testbenches/experiments/stages.h"
#include "testbenches/experiments/tee.h"

namespace flybar::experiments {

namespace {
constexpr std::int64_t kWarmUp = 2;
constexpr std::size_t kFrames = 4;
constexpr Bytes kNothing = Bytes(0);
}  // namespace

void DemandFetch::describe(Parameters& options) {
  add_payload(options, payload_);
  add_control(options, control_);
  add_notify(options, notify_);
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Pages fetched, after two that are not measured.", "as for one-way"});
}

void DemandFetch::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_payload(payload_, system, faults);
  check_words("control", control_, faults);
}

Results DemandFetch::run(const Context& context) {
  Stages stages(Stages::Way::kNode1ToNode0);
  Tee observers(context.observer, stages);
  Testbed testbed(context.with(observers), {.notify = notify_});

  const std::int64_t all = round_trips_ + kWarmUp;
  Time measured;
  testbed.run_on(0, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, 1, kNothing);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      spread(host.cpu, static_cast<std::uint64_t>(trip));
      const Time begin = host.cpu.now();
      const auto serial = static_cast<std::uint64_t>(2 * trip);
      send(host, frames, {1, control_, kNothing, serial});
      receive(host, control_, payload_, serial + 1);
      if (trip >= kWarmUp) measured += host.cpu.now() - begin;
      if (trip == kWarmUp) stages.freeze(begin);
    }
  });
  testbed.run_on(1, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, kFrames, payload_);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      const auto serial = static_cast<std::uint64_t>(2 * trip);
      receive(host, control_, kNothing, serial);
      send(host, frames, {0, control_, payload_, serial + 1});
    }
  });
  testbed.run();

  Results results;
  results.numbers.push_back(
      {"latency", measured.us() / static_cast<double>(round_trips_), "us", ""});
  results.tables.push_back(stages.table());
  testbed.account(results);
  return results;
}

}  // namespace flybar::experiments
