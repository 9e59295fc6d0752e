/// Runs nodes ahead of the SystemC kernel, each up to its safe time.
///
/// This is conservative parallel simulation after Chandy, Misra and Bryant; docs/architecture.md
/// maps their terms to ours. In each round every node gives the fabric its guarantee: the instant
/// before which it sends nothing. That is the begin of its next clock; for a resting node the
/// instant of its next event, but not later than something may reach it; often later, since its
/// firmware cannot begin a packet so soon, nor its receive buffer fill. The fabric delivers what
/// the guarantees determine and derives the safe time of each node. A node may run every clock that
/// ends by its safe time. If it causes an echo (by beginning a packet, or by STOP or GO) its run
/// ends where the echo can reach it. A node with nothing to do in this stretch is suspended until
/// something reaches it. The earliest node can always run or get a later safe time, because what
/// leaves a node takes at least one clock to reach another.
///
/// A fault stops its node alone at first. The others go on to that instant, in case one of them has
/// an earlier fault: it is the earliest that stops the simulation, of equal ones that of the lowest
/// node, in whatever order the nodes have been run.
///
/// The threads of a crew share the nodes of a round: when they give guarantees, when the network
/// delivers to them, and when they run. What a node's hardware does then concerns no other node
/// before the threads have come together, so the order of nodes does not matter. It does matter for
/// software, since that of several hosts may share variables. So a node stops where its software is
/// due; when all nodes have stopped, software acts on one thread, node by node; then the nodes run
/// on.
///
/// Software of a host acts where its node stands, below the node's safe time. Kernel processes
/// (watchdogs, modules of users), and software that asks for it, act only at the kernel's time,
/// which passes to their next instant once all nodes have come to it; no node runs past that, since
/// it may concern any. A run ends with the last program: software of a node that has none left acts
/// no later than the node with a program that has come furthest, so that none acts behind the end.
#pragma once

#include <exception>
#include <optional>
#include <vector>

#include <systemc>

#include "models/common/agenda.h"
#include "models/common/error.h"
#include "models/common/kernel_border.h"
#include "models/common/threads/crew.h"
#include "models/contracts/fabric.h"
#include "models/contracts/runner.h"

namespace flybar::cluster {

class Scheduler : public sc_core::sc_module {
 public:
  /// The threads of `crew` share the work of each round. Results do not depend on their number.
  Scheduler(sc_core::sc_module_name name, Fabric& fabric, Crew& crew = Crew::alone());

  /// Adds the next node in the order of the fabric's ports, before the simulation starts. Throws
  /// ConfigurationError if the node's cable is too short for its clock.
  void add(Runner& runner, Agenda& agenda, KernelBorder& kernel);

  /// After the run, to whose end all nodes have come: lets the fabric do what is left before it.
  void finish();

  /// Rethrows the error that stopped the simulation, if there was one.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// What stops the simulation once all nodes have come to its time.
  struct Stop {
    Time at;
    std::size_t node;
    std::exception_ptr error;
  };
  /// What passes between threads in each round lies in its first cache line.
  struct alignas(64) Node {
    Runner* runner;
    Agenda* agenda;
    KernelBorder* kernel;
    Time time = Time();              ///< of its next clock or event
    Time reach = Time();             ///< while it runs: the clocks that begin before
    Time echo = Time::never();       ///< of what it has sent since the last round began
    Time says = Time();              ///< how far its next guarantee goes
    bool resting = false;            ///< an arrival may make `time` earlier
    bool suspendable = false;        ///< what Runner::may_be_suspended says
    bool changed = true;             ///< since its last guarantee
    bool suspended = false;          ///< as far as its last guarantee goes
    bool stopped = false;            ///< by a fault
    std::optional<Stop> fault = {};  ///< in which its last run ended
    Time clock;                      ///< of the NIC
    Time distance = Time();          ///< least time on the way from another node

    Time horizon() const { return kernel->horizon(); }
  };

  void advance();
  bool run_in_step(Time now);
  Time no_end_before();
  bool may_act(const Node& node, Time wake);
  void look_around(Time now);
  void set_limit(Time limit);
  bool all_ran_to(Time entry) const;
  Time safe_time(std::size_t number) const;
  void look(Node& node);
  bool may_be_suspended(std::size_t node) const;
  bool any_is_to_say() const;
  Time give_guarantees();
  bool all_done(Time earliest) const;
  bool run_round();
  void take_turns();
  void run_ready();
  static Time clocks_before(const Node& node, Time safe_time);
  bool run_hidden();
  void run(std::size_t number);
  void run_hardware(std::size_t number);
  bool act(std::size_t number);
  template <class Run>
  void guard(std::size_t number, Run run);
  void note_fault(Node& node);
  void require_distance(std::size_t node) const;

  Fabric& fabric_;
  Crew& crew_;
  std::vector<Node> nodes_;
  std::vector<Time> reached_;        ///< each node has sent everything that it sends before
  bool quiet_ = false;               ///< the network was quiet in the last round
  Time limit_;                       ///< the next instant of the kernel
  Time soon_;                        ///< a node that does nothing before is suspended
  Time earliest_;                    ///< no node does anything before, in this round
  std::optional<Time> end_;          ///< see no_end_before(), in this round
  std::vector<std::size_t> saying_;  ///< the nodes that give another guarantee
  std::vector<std::size_t> ready_;   ///< the nodes that run in this round
  std::optional<Stop> stop_;         ///< the earliest so far
  std::exception_ptr error_;
};

}  // namespace flybar::cluster
