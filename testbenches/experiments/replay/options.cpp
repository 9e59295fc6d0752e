/// What can be chosen about a replay, and what is impossible about it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/gms/epoch/epoch_message.h"
#include "models/host/params.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/replay/replay.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

void Replay::describe(Parameters& options) {
  options.add("workload", workload_, "a name of a recording that comes with the program, or a path",
              {"The recording to replay; must be given.", "docs/workloads.md"});
  options.add_choice("memory", memory_,
                     {{"disk", ReplayMemory::kDisk},
                      {"network", ReplayMemory::kNetwork},
                      {"both", ReplayMemory::kBoth}},
                     {"Where files are: on disk only, in network memory with all changes, or on "
                      "disk with network memory in front.",
                      "choice"});
  options.add_choice("network_memory", warm_, {{"cold", false}, {"warm", true}},
                     {"Whether the files lie in network memory before the program runs.",
                      "choice: repeated use of the same files"});
  options.add("servers", servers_, {0, gms::kMostMembers - 1},
              {"Nodes that contribute memory.", "choice"});
  options.add("read_ahead", read_ahead_, {0, 256},
              {"Pages asked for ahead of a sequential reader.", "choice"});
  options.add("think", think_, "", {0, 1000},
              {"Recorded think times count so often; 0 is as fast as possible.",
               "as recorded, on another machine"});
  options.add_choice(
      "touches", touches_,
      {{"recorded", ReplayTouches::kRecorded}, {"sequential", ReplayTouches::kSequential}},
      {"Accesses to maps as far as they were recorded, or all pages in order.", "choice"});
  options.add("operations", operations_, {1, Workload::kMostOperations},
              {"So many operations of the recording, from the first on.", "all of them"});
}

/// Without network memory, no server takes part.
std::size_t Replay::nodes() const {
  return memory_ == ReplayMemory::kDisk ? 1 : static_cast<std::size_t>(servers_ + 1);
}

bool Replay::is_warm() const {
  return warm_ && memory_ != ReplayMemory::kDisk;
}

ReplayPlan Replay::plan(const cluster::SystemParams& system) const {
  return plan_replay(load_workload(workload_path(workload_)), operations_,
                     system.node(0).get<host::HostParams>().frame);
}

std::vector<std::string> Replay::inputs() const {
  return {workload_path(workload_)};
}

void Replay::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const std::size_t before = faults.size();
  check_roles(faults);
  if (memory_ != ReplayMemory::kDisk) check_pages(system, faults);
  check_switches(nodes(), system, faults);
  if (faults.size() > before) return;
  try {
    const ReplayPlan planned = plan(system);
    if (planned.workload.operations.empty())
      faults.push_back({"workload", "\"" + workload_ + "\" does nothing",
                        "recordings with an operation or more",
                        "record it again with scripts/record-workload"});
    check_room(planned, system, faults);
    check_think(planned, faults);
  } catch (const ConfigurationError& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
}

void Replay::check_roles(std::vector<Fault>& faults) const {
  if (memory_ != ReplayMemory::kDisk && servers_ == 0)
    faults.push_back(
        {"servers", "0, so that there is no network memory",
         fmt::format("1 .. {} with memory=network or memory=both", gms::kMostMembers - 1),
         "raise servers, or choose memory=disk"});
  if (memory_ == ReplayMemory::kNetwork && !warm_)
    faults.push_back({"network_memory", "cold with memory=network: the files would be nowhere",
                      "warm", "choose memory=both for files that come from disk first"});
}

void Replay::check_pages(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const Bytes frame = system.node(0).get<host::HostParams>().frame;
  if (frame != system.node(1).get<host::HostParams>().frame)
    faults.push_back({"host.frame", "client and server differ", "one size for all nodes",
                      "give both roles the same host.frame"});
  check_page(frame, system.node(0), faults);
}

void Replay::check_room(const ReplayPlan& plan, const cluster::SystemParams& system,
                        std::vector<Fault>& faults) const {
  if (!is_warm()) return;
  const std::int64_t wanted = memory_ == ReplayMemory::kNetwork ? plan.pages() : plan.first_pages();
  const std::int64_t room = servers_ * pages_per_server(system.node(1));
  if (wanted <= room) return;
  const auto& files = plan.workload.files;
  const auto largest =
      std::max_element(files.begin(), files.end(),
                       [](const auto& a, const auto& b) { return a.largest < b.largest; });
  faults.push_back({"workload",
                    std::to_string(wanted) + " pages of files, the largest is " + largest->name +
                        " with " + quantity::print(largest->largest),
                    "at most " + std::to_string(room) +
                        " pages, which fit into the network memory of " + std::to_string(servers_) +
                        " servers",
                    "raise servers, server.host.memory and server.gms.network_memory, or choose "
                    "memory=both network_memory=cold"});
}

void Replay::check_think(const ReplayPlan& plan, std::vector<Fault>& faults) const {
  double sum = 0;
  for (const Workload::Operation& operation : plan.workload.operations)
    sum += operation.think.us() * static_cast<double>(operation.times);
  const double most = ReplayPlan::kLongestThink.us();
  if (sum * think_ <= most) return;
  faults.push_back(
      {"think",
       "think times of " + quantity::print_number(std::ceil(sum * think_ * 1e-6), "s") + " in all",
       "at most " + quantity::print_number(most * 1e-6, "s"),
       "lower think, or set operations to replay less"});
}

}  // namespace flybar::experiments
