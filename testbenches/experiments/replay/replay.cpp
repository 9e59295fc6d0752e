#include "testbenches/experiments/replay/replay.h"

#include <algorithm>

#include "models/host/cpu/cpu_shares.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"

namespace flybar::experiments {

namespace {

constexpr Time kReplayPatience = Time::ms(60'000);

host::CpuMark mark(host::Cpu& cpu) {
  cpu.sync();
  return host::mark(cpu);
}

/// Dots in a track's name would make it part of something.
std::string track_name(const std::string& node, std::size_t number, std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return node + ".programs." + std::to_string(number) + " " + name;
}

std::vector<std::string> names_of(const std::vector<Workload::File>& files) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const Workload::File& file : files) names.push_back(file.name);
  return names;
}

/// Of the CPU, when the program begins and when it has ended.
struct Marks {
  host::CpuMark begin, end;
};

void add_cpu(const Marks& marks, Time thought, Results& results) {
  const host::CpuShares cpu = host::shares_between(marks.begin, marks.end);
  results.numbers.push_back({"elapsed", (marks.end.at - marks.begin.at).us(), "us"});
  results.numbers.push_back({"think_time", thought.us(), "us"});
  results.numbers.push_back({"cpu_system", cpu.system + cpu.interrupt, "%"});
  results.numbers.push_back({"cpu_total", cpu.busy(), "%"});
}

void add_processes(const Context& context, cluster::Node& node, ReplayWorld& world,
                   std::deque<ReplayProcess>& processes) {
  for (std::size_t i = 0; i < world.lives.size(); ++i) {
    const std::string& name = world.plan.workload.processes[i].name;
    const TrackId track =
        context.observer.declare({.name = track_name(node.name(), i, name), .unit = ""});
    ReplayProcess& process = processes.emplace_back(world, i, track);
    node.cpu.add_process(name, [&process](host::Cpu&) { process.run(); });
  }
}

/// Who ends may have started processes of any number.
Marks run_all(ReplayWorld& world, host::Cpu& cpu) {
  Marks marks{.begin = mark(cpu), .end = {}};
  world.lives[0].running = true;
  cpu.notify(world.lives[0].started);
  const auto goes_on = [](const ReplayWorld::Life& life) { return life.running && !life.over; };
  auto life = world.lives.begin();
  while ((life = std::find_if(world.lives.begin(), world.lives.end(), goes_on)) !=
         world.lives.end())
    cpu.wait_for(life->ended);
  marks.end = mark(cpu);
  return marks;
}

}  // namespace

Results Replay::run(const Context& context) {
  const ReplayPlan planned = plan(context.system);
  Testbed testbed(context, {.nodes = nodes(), .patience = kReplayPatience});
  TrapezeStack stack(testbed, {.notify = trapeze::Notify::kInterrupt});
  FramePools pools(testbed);
  Kernels kernels(stack, pools);
  MemoryCluster cluster(testbed, kernels);
  ReplayFiles files(planned, memory_, cluster.files());
  for (std::size_t i = 0; i < planned.files.size(); ++i)
    if (is_warm() && planned.files[i].pages > 0) cluster.warm(files.now(i));
  ReplayAccount account(context.observer, planned.files.size());
  ReplayPages pages(cluster.service(0), files, account);
  ReplayMaps maps(pages, read_ahead_);
  const std::int64_t all = planned.operations();
  ReplayWorld world(
      planned, files, pages, maps,
      {read_ahead_, think_, touches_, [&](std::int64_t done) { testbed.progress(done, all); }});
  std::deque<ReplayProcess> processes;
  add_processes(context, testbed.hardware().node(0), world, processes);
  Marks marks;
  stack.run_on(0, [&](TrapezeStack::Host& host) {
    cluster.service(0).start();
    marks = run_all(world, host.cpu);
  });
  for (std::size_t n = 1; n < nodes(); ++n)
    stack.run_on(n, [&](TrapezeStack::Host& host) { cluster.service(host.node).start(); });
  testbed.run();

  Results results;
  add_account(account, names_of(planned.workload.files), results);
  add_cpu(marks, world.thought, results);
  cluster.account(results);
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
