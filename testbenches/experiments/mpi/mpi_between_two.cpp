#include "testbenches/experiments/mpi/mpi_between_two.h"

#include "models/common/quantity.h"
#include "models/mpi/mpi.h"
#include "testbenches/experiments/mpi/mpi_stack.h"

namespace flybar::experiments {

namespace {

constexpr Limits<Bytes> kSizes{Bytes(0), Bytes(16 << 20)};
constexpr std::int64_t kMostSizes = 1000;

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

const char* MpiLatency::firmware(const cluster::SystemParams&) const {
  return kPmFirmware;
}

Results MpiLatency::run(const Context& context) {
  MpiStack stack(context, 2);
  const MpiTransfers transfers{MpiPattern::kPingPong, payload_, round_trips_};
  MpiMeasured measured;
  stack.add({.library = library_, .main = program([&] { run_transfers(transfers, measured); })});
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

const char* MpiBandwidth::firmware(const cluster::SystemParams&) const {
  return kPmFirmware;
}

Results MpiBandwidth::run(const Context& context) {
  MpiStack stack(context, 2);
  const MpiTransfers transfers{pattern_, payload_, messages_};
  MpiMeasured measured;
  stack.add({.library = library_,
             .main = program([&] { run_transfers(transfers, measured); }),
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
  options.add("from", from_, sizes, {"The smallest size.", "choice"});
  options.add("to", to_, sizes, {"The largest size.", "choice"});
  options.add("step", step_, sizes, {"From size to size.", "choice"});
}

void MpiCrossover::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_two(to_, system, faults);
  if (from_ > to_)
    faults.push_back({"from", quantity::print(from_) + ", more than `to`",
                      "at most " + quantity::print(to_), "swap them"});
  else if ((to_ - from_).count / step_.count > kMostSizes)
    faults.push_back({"step", quantity::print(step_) + ", which makes more than 1000 sizes",
                      "fewer", "raise it"});
}

const char* MpiCrossover::firmware(const cluster::SystemParams&) const {
  return kPmFirmware;
}

std::vector<Bytes> MpiCrossover::sizes() const {
  std::vector<Bytes> sizes;
  for (Bytes size = from_; size <= to_; size += step_) sizes.push_back(size);
  return sizes;
}

Results MpiCrossover::run(const Context& context) {
  constexpr std::int64_t kMessages = 20;
  MpiStack stack(context, 2);
  const std::vector<Bytes> all = sizes();
  const auto of = [&](std::size_t i) {
    return MpiTransfers{MpiPattern::kOneWay, all[i], kMessages};
  };
  const auto measure = [&](std::vector<MpiMeasured>& measured) {
    measured.resize(all.size());
    return program([&] {
      for (std::size_t i = 0; i < all.size(); ++i) {
        run_transfers(of(i), measured[i]);
        stack.testbed().progress();
      }
    });
  };
  std::vector<MpiMeasured> buffered, written;
  stack.add({.library = mpi::Library::kBuffered, .main = measure(buffered)});
  // Short ones are written too, or there would be nothing to compare.
  stack.add({.library = mpi::Library::kZeroCopy,
             .main = measure(written),
             .hit_percent = hit_percent_,
             .eager_limit = Bytes(0)});
  stack.run();

  Table table{"sizes", "size", {"buffered MB/s", "zero-copy MB/s"}, {}};
  std::size_t first = all.size();
  for (std::size_t i = all.size(); i-- > 0;) {
    const bool quicker = written[i].each(of(i)) < buffered[i].each(of(i));
    if (quicker && first == i + 1) first = i;
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    table.rows.push_back(
        {quantity::print(all[i]), {buffered[i].bandwidth(of(i)), written[i].bandwidth(of(i))}});
  const bool found = first < all.size();
  if (!found) table.note = "writes are not quicker at the largest size: 0 above";
  Results results;
  results.numbers = {{"size", found ? static_cast<double>(all[first].count) : 0, "B"}};
  results.tables.push_back(table);
  stack.account(1, results);
  return results;
}

}  // namespace flybar::experiments
