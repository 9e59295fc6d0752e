#include "testbenches/tests/cost/jobs.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "models/cluster/files/platform.h"
#include "models/mpi/mpi.h"
#include "models/myrinet/plan.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/stacks/mpi/mpi_stack.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/cost/stall.h"
#include "traces/sinks/sinks.h"

namespace flybar::speed {
namespace {

using experiments::Context;
using experiments::Results;
using experiments::Testbed;
using experiments::TrapezeStack;

constexpr std::size_t kManyNodes = 64;
constexpr std::size_t kSwitchPorts = 16;

/// An experiment of the program with some of its options.
Results run(const Context& context, const std::string& name,
            const std::vector<std::pair<std::string, std::string>>& settings) {
  const auto& all = experiments::all();
  const auto entry = std::find_if(all.begin(), all.end(),
                                  [&](const auto& candidate) { return candidate.name == name; });
  const auto experiment = entry->make();
  Parameters options;
  experiment->describe(options);
  for (const auto& [key, value] : settings) options.set(key, value);
  const std::vector<cluster::Setting> parts = experiment->parts();
  if (parts.empty()) return experiment->run(context);
  const auto system = systems::load(cluster::find_platform(context.system.platform), parts);
  return experiment->run(context.on(system->params));
}

Results ping_pong(const Context& context, std::int64_t messages) {
  return run(context, "one-way", {{"round_trips", std::to_string(messages / 2)}});
}

Results stream(const Context& context, std::int64_t messages) {
  return run(context, "stream", {{"messages", std::to_string(messages)}});
}

Results mostly_idle(const Context& context, std::int64_t messages) {
  return run(context, "one-way",
             {{"round_trips", std::to_string(messages / 2)}, {"pause", "6 ms"}});
}

/// Every node plays 8 KB ping-pong with the one at the other end of the network.
Results many_nodes(const Context& context, std::int64_t messages) {
  Testbed testbed(context,
                  {.plans = {myrinet::planned(myrinet::switch_tree(kManyNodes, kSwitchPorts))}});
  TrapezeStack stack(testbed, {});
  const std::int64_t trips = messages / static_cast<std::int64_t>(kManyNodes);
  for (std::size_t n = 0; n < kManyNodes; ++n) {
    const bool serves = n < kManyNodes / 2;
    const auto partner = static_cast<trapeze::Node>((n + kManyNodes / 2) % kManyNodes);
    stack.run_on(n, [=](TrapezeStack::Host& host) {
      experiments::SendFrames frames(host.memory, 2, Bytes(8192));
      experiments::TakenPages pages(host);
      // Messages of the two directions differ in the lowest bit of their number.
      for (std::int64_t trip = 0; trip < trips; ++trip) {
        const auto serial = static_cast<std::uint64_t>(2 * trip);
        const experiments::Message message{partner, Bytes(128), Bytes(8192), serial + !serves};
        if (serves) experiments::send(host, frames, message);
        experiments::receive(host, pages, Bytes(128), Bytes(8192), serial + serves);
        if (!serves) experiments::send(host, frames, message);
      }
    });
  }
  testbed.run();
  Results results;
  stack.account(results);
  return results;
}

/// A message is a page here.
Results file_read(const Context& context, std::int64_t messages) {
  return run(context, "file-read", {{"file", std::to_string(messages)}, {"servers", "10"}});
}

/// The same over IP over the vendor's firmware.
Results file_read_myriapi(const Context& context, std::int64_t messages) {
  return run(context, "file-read",
             {{"file", std::to_string(messages)}, {"servers", "10"}, {"transport", "ip-myriapi"}});
}

/// A message is a page fault here.
Results page_fault_ethernet(const Context& context, std::int64_t messages) {
  return run(context, "page-fault",
             {{"faults", std::to_string(messages)}, {"transport", "ethernet"}});
}

/// A remapped TCP stream. A message is a page here.
Results netperf(const Context& context, std::int64_t messages) {
  return run(context, "netperf",
             {{"amount", std::to_string(messages * 8) + " KB"}, {"socket_buffer", "256 KB"}});
}

/// Between 24 nodes, each to each other one. A message is a page here.
Results netperf_many(const Context& context, std::int64_t messages) {
  constexpr std::int64_t kPairs = 24 * 23;
  return run(context, "netperf-many",
             {{"nodes", "24"}, {"amount", std::to_string(messages / kPairs * 8) + " KB"}});
}

/// Eight nodes send to one.
Results incast(const Context& context, std::int64_t messages) {
  return run(context, "incast", {{"senders", "8"}, {"messages", std::to_string(messages / 8)}});
}

/// Two processes play ping-pong with messages of 4 B.
Results pm_ping_pong(const Context& context, std::int64_t messages) {
  return run(context, "pm-latency", {{"round_trips", std::to_string(messages / 2)}});
}

/// One process writes areas of 1 MB, which stay pinned, to another. A message is a page here.
Results pm_writes(const Context& context, std::int64_t messages) {
  return run(
      context, "pm-bandwidth",
      {{"path", "write"}, {"payload", "1 MB"}, {"transfers", std::to_string(messages / 256)}});
}

/// Each of 64 processes sends a page to each other one. A message is a page here.
Results pm_all_to_all(const Context& context, std::int64_t messages) {
  constexpr std::int64_t kPages = 64 * 63;
  return run(context, "mpi-alltoall",
             {{"nodes", "64"}, {"payload", "4 KB"}, {"rounds", std::to_string(messages / kPages)}});
}

int compute(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int left = std::atoi(argv[1]); left > 0; --left) MPIX_Compute(1e-3);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}

/// Four processes only compute. A message is a millisecond here.
Results computing(const Context& context, std::int64_t messages) {
  experiments::MpiStack stack(context, 4);
  stack.add({.library = mpi::Library::kZeroCopy,
             .main = compute,
             .arguments = {"compute", std::to_string(messages)}});
  stack.run();
  Results results;
  stack.account(0, results);
  return results;
}

/// Of this process, so that what else the machine does makes little difference.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::unique_ptr<cluster::System> load(const Job& job) {
  const auto platform = cluster::find_platform(job.platform);
  if (!job.idle_second) return systems::load(platform);
  return systems::load(platform, {{job.key, "node.buses", "pci, io: pci"},
                                  {job.key, "node.cards", "lanai, second: lanai on io at other"},
                                  {job.key, "system.networks", "myrinet, other: myrinet"}});
}

/// Calls `run` with the context of a job.
Results in_context(const Job& job, Stepping stepping, Observer& observer,
                   const std::function<Results(const Context&)>& run) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const auto system = load(job);
  return run(Context{system->params, observer, stepping, {}, false, {}, {}});
}

std::string keys() {
  std::string all;
  for (const Job& job : jobs()) all += (all.empty() ? "" : ", ") + std::string(job.key);
  return all;
}

std::int64_t read_messages(const std::string& text, const Job& job) {
  std::int64_t messages = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), messages);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && messages > 0 && messages % job.multiple == 0) return messages;
  throw std::invalid_argument(fmt::format("{} messages of {}; allowed: multiples of {} above 0",
                                          text, job.key, job.multiple));
}

std::string run_here(const Job& job, Stepping stepping, const std::string& trace) {
  Observer nobody;
  const auto sink = trace.empty() ? nullptr : make_sink(trace);
  Observer& observer = sink ? static_cast<Observer&>(*sink) : nobody;
  const bool fast = stepping == Stepping::kFast;
  double begin = 0;
  const Results results = in_context(job, stepping, observer, [&](const Context& context) {
    begin = cpu_seconds();
    return job.run(context, fast ? job.fast : job.every_clock);
  });
  if (sink) sink->close(results.simulated);
  const double took = cpu_seconds() - begin;
  std::ostringstream text;
  text << results.simulated.ps() << ' ' << results.nic_cycles << ' ' << took;
  return text.str();
}

}  // namespace

const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {
      {"ping-pong", "8 KB ping-pong, back to back", 1500, 150, &ping_pong, 2},
      {"stream", "8 KB one-way stream", 1500, 150, &stream},
      {"idle", "mostly idle, 3 ms between messages", 600, 10, &mostly_idle, 2},
      {"64-nodes", "64 nodes, 8 KB ping-pong", 1280, 256, &many_nodes, 64},
      {"file-read", "file-read, 10 servers", 3000, 300, &file_read},
      {"pm-ping-pong", "PM, 4 B ping-pong", 6000, 600, &pm_ping_pong, 2, "rwc-pentium-pro"},
      {"pm-writes", "PM, pages of 1 MB writes", 2560, 256, &pm_writes, 256, "rwc-pentium-pro"},
      {"netperf", "TCP stream of remapped pages", 1500, 150, &netperf},
      {"netperf-many", "TCP streams, 24 nodes, each to each", 2208, 552, &netperf_many, 24 * 23},
      {"stall", "TCP, 500 ms until a timer", 100, 1, &stall},
      {"incast", "8 nodes send 8 KB to one", 2000, 200, &incast, 8},
      {"pm-all-to-all", "PM, 64 nodes, a page from each to each", 4032, 4032, &pm_all_to_all,
       64 * 63, "rwc-pentium-pro"},
      {"computing", "MPI, 4 nodes only compute", 60000, 100, &computing, 1, "rwc-pentium-pro"},
      {"page-fault-ethernet", "page faults over Ethernet", 600, 60, &page_fault_ethernet},
      {"file-read-myriapi", "file-read over the vendor's firmware", 3000, 300, &file_read_myriapi},
      {"idle-second", "8 KB ping-pong, idle second boards", 1500, 150, &ping_pong, 2,
       "alphastation-500", true},
      {"idle-second-file", "file-read, 10 servers, idle second boards", 3000, 300, &file_read, 1,
       "alphastation-500", true},
  };
  return all;
}

void run_alone(const std::string& key, const std::string& messages, Stepping stepping) {
  const auto job = std::find_if(jobs().begin(), jobs().end(),
                                [&](const Job& candidate) { return candidate.key == key; });
  if (job == jobs().end())
    throw std::invalid_argument(fmt::format("there is no job \"{}\"; allowed: {}", key, keys()));
  const std::int64_t count = read_messages(messages, *job);
  Observer nobody;
  const auto work = [&](const Context& context) { return job->run(context, count); };
  const Results results = in_context(*job, stepping, nobody, work);
  std::printf("%lld %lld\n", static_cast<long long>(results.simulated.ps()),
              static_cast<long long>(results.nic_cycles));
}

Sample measure(const Job& job, Stepping stepping, const std::string& trace) {
  const std::string answer = lockstep::in_child([&] { return run_here(job, stepping, trace); });
  std::istringstream text(answer);
  std::int64_t simulated = 0;
  Sample sample;
  if (!(text >> simulated >> sample.nic_cycles >> sample.cpu))
    throw std::runtime_error(std::string(job.name) + ": " + answer);
  sample.simulated = Time::ps(simulated);
  return sample;
}

}  // namespace flybar::speed
