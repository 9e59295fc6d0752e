#include "testbenches/experiments/stacks/mpi/mpi_stack.h"

#include <algorithm>
#include <utility>

#include "models/mpi/types/envelope.h"
#include "testbenches/experiments/measure/options.h"

namespace flybar::experiments {

namespace {

/// A job in which no message has arrived for so long hangs; kernels compute for seconds.
constexpr Time kMpiPatience = Time::ms(1'000'000);
/// A table of all would not fit on a screen.
constexpr std::size_t kShown = 8;

Table ways_table(const mpi::Job& job) {
  Table table{"ways of messages", "way", {"messages", "KB"}, {}};
  const char* const names[] = {"to itself", "eager", "buffered", "zero-copy"};
  for (std::size_t way = 0; way < mpi::kPaths; ++way) {
    double messages = 0, bytes = 0;
    for (int rank = 0; rank < job.size(); ++rank) {
      messages += static_cast<double>(job.statistics(rank).by_path[way].messages);
      bytes += static_cast<double>(job.statistics(rank).by_path[way].bytes);
    }
    table.rows.push_back({names[way], {messages, bytes / 1024}});
  }
  return table;
}

Table time_table(const mpi::Job& job) {
  Table table{"time of processes",
              "process",
              {"all us", "computing %", "library %", "copying %", "pinning %", "waiting %"},
              {}};
  for (int rank = 0; rank < job.size(); ++rank) {
    const auto& spent = job.statistics(rank).time;
    Time all;
    for (const Time time : spent) all += time;
    std::vector<double> values = {all.us()};
    for (const Time time : spent) values.push_back(all == Time() ? 0 : 100 * time.us() / all.us());
    table.rows.push_back({"rank " + std::to_string(rank), values});
  }
  table.shown = kShown;
  return table;
}

Table pairs_table(const mpi::Job& job) {
  Table table{"who sent to whom", "from and to", {"messages", "KB"}, {}};
  for (int from = 0; from < job.size(); ++from) {
    for (int to = 0; to < job.size(); ++to) {
      const mpi::Traffic& sent = job.statistics(from).to[static_cast<std::size_t>(to)];
      if (sent.messages == 0) continue;
      table.rows.push_back(
          {std::to_string(from) + " > " + std::to_string(to),
           {static_cast<double>(sent.messages), static_cast<double>(sent.bytes) / 1024}});
    }
  }
  table.shown = kShown;
  return table;
}

}  // namespace

MpiStack::MpiStack(const Context& context, std::size_t nodes)
    : nodes_(nodes),
      testbed_(context, {.nodes = std::max<std::size_t>(nodes, 2), .patience = kMpiPatience}),
      stack_(testbed_) {
  stack_.under_way().set_envelope(Bytes(sizeof(mpi::Envelope)));
}

void MpiStack::run() {
  for (Run& run : runs_) {
    run.job.on_message = [this] { testbed_.progress(); };
  }
  for (std::size_t n = 0; n < testbed_.hardware().nodes(); ++n)
    stack_.run_on(n, [this](PmStack::Host& host) {
      if (host.node < nodes_) play(host);
    });
  testbed_.run();
}

void MpiStack::play(PmStack::Host& host) {
  for (Run& run : runs_) play(host, run);
}

void MpiStack::play(PmStack::Host& host, Run& run) {
  mpi::MpiParams params = testbed_.context().system.node(host.node).get<mpi::MpiParams>();
  params.library = run.program.library;
  params.eager_limit = run.program.eager_limit.value_or(params.eager_limit);
  if (run.program.hit_percent)
    stack_.channel(host.node).pins().force_hits(*run.program.hit_percent);
  mpi::run_program(run.job, host.ch, params, run.program.main, run.program.arguments);
  run.ended.wait_for(nodes_, host.cpu);
}

MpiStack::Pins MpiStack::pins(std::size_t n) const {
  Pins sum;
  for (int rank = 0; rank < processes(); ++rank) {
    sum.hits += job(n).statistics(rank).hits;
    sum.misses += job(n).statistics(rank).misses;
  }
  return sum;
}

void MpiStack::account(std::size_t n, Results& results) {
  results.tables.push_back(ways_table(job(n)));
  results.tables.push_back(time_table(job(n)));
  results.tables.push_back(pairs_table(job(n)));
  stack_.account(results);
}

void check_mpi(std::int64_t nodes, const cluster::SystemParams& system,
               std::vector<Fault>& faults) {
  check_pm(static_cast<std::size_t>(nodes), system, faults);
  check_switches(static_cast<std::size_t>(nodes), system, faults);
}

void add_library(Parameters& options, mpi::Library& library) {
  options.add_choice(
      "library", library,
      {{"buffered", mpi::Library::kBuffered}, {"zero-copy", mpi::Library::kZeroCopy}},
      {"Messages above mpi.eager_limit in pieces, or as remote writes.", "the later library"});
}

void add_hit_percent(Parameters& options, double& percent) {
  options.add("hit_percent", percent, "", {0.0, 100.0},
              {"Of the locks at both ends, how many percent find their area pinned.", "all hit"});
}

double share_of(const mpi::Job& job, mpi::Use use) {
  double part = 0, all = 0;
  for (int rank = 0; rank < job.size(); ++rank) {
    part += job.statistics(rank).spent(use).us();
    for (const Time time : job.statistics(rank).time) all += time.us();
  }
  return all == 0 ? 0 : 100 * part / all;
}

}  // namespace flybar::experiments
