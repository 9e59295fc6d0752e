#include "testbenches/experiments/myriapi/myriapi_latency.h"

#include "testbenches/experiments/page/spread.h"

namespace flybar::experiments {

namespace {

constexpr std::int64_t kMyriapiTripsBefore = 2;

std::uint64_t serial_of(std::int64_t trip) {
  return static_cast<std::uint64_t>(2 * trip);
}

/// The time of all round trips that are measured, each from a program that begins to send to its
/// learning of the message back.
Time make_trips(MyriapiProgram& program, cluster::Node& node, Testbed& testbed, Bytes payload,
                std::int64_t all) {
  Time measured;
  for (std::int64_t trip = 0; trip < all; ++trip) {
    spread(node.cpu, static_cast<std::uint64_t>(trip));
    const Time begin = node.cpu.now();
    if (trip == kMyriapiTripsBefore) testbed.messages().measure(begin);
    program.send(1, payload, serial_of(trip));
    program.receive(payload, serial_of(trip) + 1);
    testbed.progress(trip + 1, all);
    if (trip >= kMyriapiTripsBefore) measured += node.cpu.now() - begin;
  }
  return measured;
}

}  // namespace

void MyriapiLatency::describe(Parameters& options) {
  messages_.describe(options);
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Round trips measured, after two that are not.", "the published microbenchmark"});
}

void MyriapiLatency::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  messages_.check(system, faults);
}

Results MyriapiLatency::run(const Context& context) {
  Testbed testbed(context, {.stages_of = 0});
  MyriapiStack stack(testbed, {.notify = messages_.notify});
  MyriapiPorts ports(stack, messages_.copies);
  testbed.messages().pause();
  const std::int64_t all = round_trips_ + kMyriapiTripsBefore;
  Time measured;
  stack.run_on(0, [&](cluster::Node& node) {
    MyriapiProgram program(ports, node, 0);
    measured = make_trips(program, node, testbed, messages_.payload, all);
  });
  stack.run_on(1, [&](cluster::Node& node) {
    MyriapiProgram program(ports, node, 1);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      program.receive(messages_.payload, serial_of(trip));
      program.send(0, messages_.payload, serial_of(trip) + 1);
    }
  });
  testbed.run();

  Results results;
  const double latency = measured.us() / static_cast<double>(2 * round_trips_);
  results.numbers.push_back({"latency", latency, "us"});
  results.tables.push_back(testbed.messages().stages_of_first());
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
