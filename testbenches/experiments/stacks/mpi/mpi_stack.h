/// MPI programs on a test bed with PM.
///
/// The messages of a run are those of PM: a message of MPI may take several, to and fro, of which
/// each has one way and stages that add up, and whoever looks for lost time finds it in one of
/// them. What carries an envelope alone (requests, answers, "done") counts as a message without
/// payload.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/mpi/program.h"
#include "testbenches/experiments/stacks/pm/pm_stack.h"

namespace flybar::experiments {

class MpiStack {
 public:
  /// `nodes` processes, one on each node from 0 on.
  MpiStack(const Context& context, std::size_t nodes);

  struct Program {
    mpi::Library library;
    mpi::Main main;
    std::optional<double> hit_percent = {};            ///< of the locks of all processes, if forced
    std::optional<Bytes> eager_limit = {};             ///< if not mpi.eager_limit
    std::vector<std::string> arguments = {"program"};  ///< argv: its name first
  };
  /// Programs run one after the other, each when all processes of the one before have ended.
  void add(Program program) { runs_.push_back({std::move(program), mpi::Job(processes()), {}}); }
  /// Throws SimulationError.
  void run();

  int processes() const { return static_cast<int>(nodes_); }
  Testbed& testbed() { return testbed_; }
  PmStack& pm() { return stack_; }

  /// Look-ups of the n-th program in its pin tables, after the run, of all its processes together:
  /// a lock of an area for a message, however often the library gives it back meanwhile.
  struct Pins {
    std::int64_t hits = 0;
    std::int64_t misses = 0;
  };
  Pins pins(std::size_t n) const;
  const mpi::Job& job(std::size_t n) const { return runs_[n].job; }

  /// Which ways messages went, what the processes did with their time, who sent how much to whom,
  /// and what nodes and test bed account for.
  void account(std::size_t n, Results& results);

 private:
  struct Run {
    Program program;
    mpi::Job job;
    Rendezvous ended = {};
  };
  void play(PmStack::Host& host);
  void play(PmStack::Host& host, Run& run);

  const std::size_t nodes_;
  Testbed testbed_;
  PmStack stack_;
  std::deque<Run> runs_;
};

/// What does not fit together on this system, of a program on `nodes` nodes.
void check_mpi(std::int64_t nodes, const cluster::SystemParams& system, std::vector<Fault>& faults);

/// The options that the experiments share.
void add_library(Parameters& options, mpi::Library& library);
void add_hit_percent(Parameters& options, double& percent);

/// Share of `use` in the time of all processes, in %.
double share_of(const mpi::Job& job, mpi::Use use);

}  // namespace flybar::experiments
