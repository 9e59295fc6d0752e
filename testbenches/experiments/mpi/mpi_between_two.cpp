#include "testbenches/experiments/mpi/mpi_between_two.h"

#include "models/common/quantity.h"
#include "models/mpi/mpi.h"
#include "testbenches/experiments/stacks/mpi/mpi_stack.h"

namespace flybar::experiments {

namespace {

constexpr Limits<Bytes> kSizes{Bytes(0), Bytes(16 << 20)};

mpi::Main program(const std::function<void()>& body) {
  return [body](int argc, char** argv) {
    MPI_Init(&argc, &argv);
    body();
    return MPI_Finalize();
  };
}

void check_two(Bytes payload, const cluster::SystemParams& system, std::vector<Fault>& faults) {
  check_mpi(2, system, faults);
  const Bytes memory = system.node(0).get<host::HostParams>().memory;
  if (payload.count > memory.count / 2)
    faults.push_back({"payload",
                      quantity::print(payload) + " of host.memory " + quantity::print(memory),
                      "at most half of it", "lower it, or raise host.memory"});
}

}  // namespace

void MpiLatency::describe(Parameters& options) {
  add_library(options, library_);
  options.add("payload", payload_, kSizes, {"Bytes of each message.", "the published benchmark"});
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Round trips measured, after four that are not.", "choice"});
}

void MpiLatency::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_two(payload_, system, faults);
}

Results MpiLatency::run(const Context& context) {
  MpiStack stack(context, 2);
  Messages& messages = stack.testbed().messages();
  messages.pause();
  const MpiTransfers transfers{MpiPattern::kPingPong, payload_, round_trips_};
  MpiMeasured measured;
  stack.add({.library = library_,
             .main = program([&] { run_transfers(transfers, messages, measured); })});
  stack.run();
  Results results;
  results.numbers = {{"latency", measured.each(transfers), "us"}};
  stack.account(0, results);
  return results;
}

void MpiBandwidth::describe(Parameters& options) {
  add_library(options, library_);
  options.add("payload", payload_, {Bytes(1), kSizes.max},
              {"Bytes of each message.", "the published benchmark"});
  add_hit_percent(options, hit_percent_);
  options.add_choice("pattern", pattern_,
                     {{"one-way", MpiPattern::kOneWay}, {"ping-pong", MpiPattern::kPingPong}},
                     {"One message after the other, or there and back.", "said to be synchronous"});
  options.add("messages", messages_, {1, 10'000'000},
              {"Messages, or round trips, measured after four that are not.", "steady state"});
}

void MpiBandwidth::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_two(payload_, system, faults);
}

Results MpiBandwidth::run(const Context& context) {
  MpiStack stack(context, 2);
  Messages& messages = stack.testbed().messages();
  messages.pause();
  const MpiTransfers transfers{pattern_, payload_, messages_};
  MpiMeasured measured;
  stack.add({.library = library_,
             .main = program([&] { run_transfers(transfers, messages, measured); }),
             .hit_percent = hit_percent_});
  stack.run();
  const MpiStack::Pins pins = stack.pins(0);
  Results results;
  results.numbers = {{"bandwidth", measured.bandwidth(transfers), "MB/s"},
                     {"time_per_message", measured.each(transfers), "us"},
                     {"pin_hits", static_cast<double>(pins.hits), ""},
                     {"pin_misses", static_cast<double>(pins.misses), ""}};
  stack.account(0, results);
  return results;
}

void MpiCrossover::describe(Parameters& options) {
  add_hit_percent(options, hit_percent_);
  const Limits<Bytes> sizes{Bytes(4), kSizes.max};
  options.add("from", range_.from, sizes, {"The smallest size.", "choice"});
  options.add("to", range_.to, sizes, {"The largest size.", "choice"});
  options.add("step", range_.step, sizes, {"From size to size.", "choice"});
}

void MpiCrossover::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_two(range_.to, system, faults);
  range_.check(faults);
}

namespace {

/// One size after the other. Refers to all that it is given.
mpi::Main measure(const std::vector<MpiTransfers>& sizes, std::vector<MpiMeasured>& measured,
                  Testbed& testbed) {
  measured.resize(sizes.size());
  return program([&sizes, &measured, &testbed] {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      run_transfers(sizes[i], testbed.messages(), measured[i]);
      testbed.progress();
    }
  });
}

}  // namespace

Results MpiCrossover::run(const Context& context) {
  constexpr std::int64_t kMessages = 20;
  MpiStack stack(context, 2);
  Messages& messages = stack.testbed().messages();
  messages.pause();
  std::vector<MpiTransfers> sizes;
  for (const Bytes size : range_.sizes()) sizes.push_back({MpiPattern::kOneWay, size, kMessages});
  std::vector<MpiMeasured> buffered, written;
  stack.add(
      {.library = mpi::Library::kBuffered, .main = measure(sizes, buffered, stack.testbed())});
  // Short ones are written too, or there would be nothing to compare.
  stack.add({.library = mpi::Library::kZeroCopy,
             .main = measure(sizes, written, stack.testbed()),
             .hit_percent = hit_percent_,
             .eager_limit = Bytes(0)});
  stack.run();

  std::vector<TwoWays> ways;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    ways.push_back(
        {sizes[i].payload, buffered[i].bandwidth(sizes[i]), written[i].bandwidth(sizes[i])});
  Results results;
  add_crossover(ways, {"buffered MB/s", "zero-copy MB/s"}, results);
  stack.account(1, results);
  return results;
}

}  // namespace flybar::experiments
