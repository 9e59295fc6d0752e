#include "models/cluster/run/scheduler.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/common/error.h"
#include "models/common/quantity.h"

namespace flybar::cluster {

namespace {
/// The kernel is entered after this time at the latest, even if nothing is due there.
constexpr Time kLongestStretch = Time::ms(1);

/// A node that has nothing to do for this time after the earliest node does something is suspended.
/// Any length gives the same results.
constexpr Time kSoon = Time::us(5);

Time after(Time at) {
  return at + Time::ps(1);
}
}  // namespace

Scheduler::Scheduler(sc_core::sc_module_name name, Fabric& fabric, Crew& crew)
    : sc_module(name), fabric_(fabric), crew_(crew) {
  SC_HAS_PROCESS(Scheduler);
  SC_METHOD(advance);
  fabric_.crew = &crew_;
  fabric_.on_echo = [this](std::size_t port, Time echo) {
    Node& node = nodes_[port];
    node.echo = std::min(node.echo, echo);
    node.reach = std::min(node.reach, clocks_before(node, echo));
  };
}

void Scheduler::add(Runner& runner, Agenda& agenda, KernelBorder& kernel) {
  const std::size_t number = nodes_.size();
  nodes_.push_back(
      {.runner = &runner, .agenda = &agenda, .kernel = &kernel, .clock = runner.clock()});
  nodes_.back().distance = fabric_.from_others(number);
  reached_.emplace_back();
  require_distance(number);
  runner.set_shortest_echo(fabric_.shortest_echo(number));
  runner.on_arrival = [this, number] { look(nodes_[number]); };
}

void Scheduler::advance() {
  const Time now = kernel_time();
  try {
    if (run_in_step(now) || sc_core::sc_pending_activity_at_current_time())
      return next_trigger(sc_core::SC_ZERO_TIME);
    look_around(now);
    do {
      while (run_round()) {
      }
    } while (run_hidden());
  } catch (...) {
    error_ = stop_ ? stop_->error : std::current_exception();
    return sc_core::sc_stop();
  }
  if (stop_ && limit_ > stop_->at) {
    error_ = stop_->error;
    return sc_core::sc_stop();
  }
  next_trigger(to_systemc(limit_ - now));
}

void Scheduler::finish() {
  for (Node& node : nodes_) look(node);
  give_guarantees();
}

/// Software that has waited for the kernel's time acts, node by node. True if there was any.
bool Scheduler::run_in_step(Time now) {
  bool any = false;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    guard(n, [&] { any = nodes_[n].kernel->resume_in_step(now) || any; });
    if (nodes_[n].fault) note_fault(nodes_[n]);
  }
  return any;
}

/// Kernel processes, and software in step with them, have acted at `now` on any node.
void Scheduler::look_around(Time now) {
  Time next = std::min(next_kernel_event(), now + kLongestStretch);
  for (const Node& node : nodes_) next = std::min(next, node.kernel->next_step());
  set_limit(stop_ ? std::min(next, after(stop_->at)) : next);
  for (Node& node : nodes_) look(node);
}

void Scheduler::set_limit(Time limit) {
  if (std::exchange(limit_, limit) == limit) return;
  for (Node& node : nodes_) node.kernel->set_limit(limit);
}

bool Scheduler::all_ran_to(Time entry) const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [entry](const Node& node) { return node.time >= entry; });
}

/// The safe time of this node. What the node has sent since the last round began may come back to
/// it; the network does not know that yet.
Time Scheduler::safe_time(std::size_t number) const {
  return std::min(fabric_.safe_time(number), nodes_[number].echo);
}

void Scheduler::look(Node& node) {
  node.changed = true;
  if (node.stopped) {
    node.resting = node.suspendable = false;
    node.time = Time::never();
    return;
  }
  const Runner::Standing now = node.runner->standing();
  node.resting = now.resting;
  node.suspendable = now.may_be_suspended;
  node.time = std::min({now.time, node.resting ? node.agenda->next_visible() : node.agenda->next(),
                        node.kernel->next_wake()});
}

/// Only asked while the fabric is not quiet. Unless something reaches it, the node has nothing to
/// do for long.
bool Scheduler::may_be_suspended(std::size_t number) const {
  const Node& node = nodes_[number];
  return node.suspendable && node.time >= soon_ && fabric_.unused(number);
}

/// A node that is just being resumed, or asked anew, has yet to say how far it has come.
bool Scheduler::any_is_to_say() const {
  if (fabric_.asks_anew()) return true;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (fabric_.suspended(n) && !may_be_suspended(n)) return true;
  return false;
}

/// Each node says how far it has come, and what it does not send. Returns the time of the earliest.
Time Scheduler::give_guarantees() {
  const bool quiet = fabric_.quiet();
  const bool quiet_changed = std::exchange(quiet_, quiet) != quiet;
  const bool anew = quiet_changed || fabric_.asks_anew();
  Time earliest = limit_;
  saying_.clear();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (node.stopped) {
      reached_[n] = limit_;
      fabric_.stop(n, limit_);
      continue;
    }
    // Only what is new is written: the node's line is another thread's.
    const auto say = [&](Time until, bool suspended) {
      node.says = until;
      node.suspended = suspended;
      node.changed = false;
      saying_.push_back(n);
    };
    // When a quiet network becomes busy, each node first says how far it has come.
    const bool busy = !quiet && !anew;
    if (busy && may_be_suspended(n)) {
      const Time next = std::min(node.time, limit_);
      earliest = std::min(earliest, next);
      if (node.changed || !node.suspended) say(next, true);
      continue;
    }
    Time reached = std::min(node.time, limit_);
    if (node.resting && !quiet) {
      fabric_.refresh(n);
      reached = std::min(reached, safe_time(n));
    }
    earliest = std::min(earliest, reached);
    const bool later = std::exchange(reached_[n], reached) != reached;
    if (later || node.changed || anew || node.suspended) say(reached, false);
  }
  crew_.each(saying_, nodes_.size(), [this](std::size_t n) {
    const Node& node = nodes_[n];
    node.suspended ? fabric_.suspend(n, node.says) : fabric_.take_guarantees(n, node.says);
  });
  fabric_.advance(reached_);
  for (Node& node : nodes_)
    if (node.echo != Time::never()) node.echo = Time::never();
  soon_ = std::min(earliest + kSoon, limit_);
  return earliest;
}

/// A program does not return before the instant that its node has come to. No node does anything
/// before the earliest one, so a suspended node comes at least as far as something may reach it.
Time Scheduler::no_end_before() {
  if (end_) return *end_;
  bool any = false;
  Time end;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (node.stopped || node.kernel->programs == 0) continue;
    any = true;
    end = std::max(end,
                   node.suspended ? std::min(node.time, earliest_ + node.distance) : reached_[n]);
  }
  return *(end_ = any ? end : Time::never());
}

/// Software that is due at an instant at which the run may be over has to wait.
bool Scheduler::may_act(const Node& node, Time wake) {
  return node.kernel->programs > 0 || wake <= no_end_before();
}

/// Everything that reaches a node in one of its clocks must be known when the clock begins. So a
/// byte from another node, and the echo of what the node sends itself, must take a clock or longer.
void Scheduler::require_distance(std::size_t node) const {
  const Time clock = nodes_[node].clock;
  const Time nearest = std::min(nodes_[node].distance, fabric_.shortest_echo(node));
  if (nearest >= clock) return;
  throw ConfigurationError(
      {{"network at node " + std::to_string(node),
        "what the node sends, or another one, reaches it after " + quantity::print(nearest),
        "cables on which that takes a period of its card's clock or longer, " +
            quantity::print(clock),
        "make the cables longer, or the card's clock faster"}});
}

/// A clock may run once everything that arrives before its end is known.
Time Scheduler::clocks_before(const Node& node, Time safe_time) {
  return after(safe_time - node.clock);
}

/// All nodes have run to the kernel's next time, also those that something has just reached.
bool Scheduler::all_done(Time earliest) const {
  return earliest >= limit_ && all_ran_to(limit_);
}

/// False if everything has been done up to the kernel's next time.
bool Scheduler::run_round() {
  const Time earliest = give_guarantees();
  if (all_done(earliest)) return false;
  earliest_ = earliest;
  end_.reset();
  ready_.clear();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Time wake = nodes_[n].kernel->next_wake();
    if (nodes_[n].time >= limit_ || (wake <= nodes_[n].time && !may_act(nodes_[n], wake))) continue;
    const Time reach = clocks_before(nodes_[n], safe_time(n));
    if (nodes_[n].time < reach) {
      nodes_[n].reach = reach;
      ready_.push_back(n);
    } else if (nodes_[n].time == earliest && reach <= earliest && !any_is_to_say()) {
      throw std::logic_error("the earliest node, " + std::to_string(n) + ", may not run at " +
                             quantity::print(earliest) + ": its safe time is " +
                             quantity::print(safe_time(n)));
    }
  }
  if (nodes_.size() == 2 && ready_.size() == 2) take_turns();
  run_ready();
  return true;
}

/// Of two nodes, only the one that gets further runs. Two nodes that wait for each other run in
/// longer stretches this way, one after the other.
void Scheduler::take_turns() {
  const auto stretch = [this](std::size_t n) {
    return std::min(nodes_[n].reach, limit_) - nodes_[n].time;
  };
  if (stretch(ready_[1]) > stretch(ready_[0])) std::swap(ready_[0], ready_[1]);
  ready_.pop_back();
}

/// Runs hidden tasks up to the kernel's next time, each node as far as its safe time allows. True
/// if a hidden task is left, which is visible from now on.
bool Scheduler::run_hidden() {
  bool left = false;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (node.stopped || node.agenda->next() >= limit_) continue;
    fabric_.refresh(n);
    node.reach = clocks_before(node, safe_time(n));
    run(n);
    if (node.stopped || node.agenda->next() >= limit_) continue;
    node.agenda->show();
    look(node);
    left = true;
  }
  return left;
}

void Scheduler::run_ready() {
  if (crew_.threads() == 1 || ready_.size() == 1) {
    for (const std::size_t n : ready_) run(n);
    return;
  }
  while (!ready_.empty()) {
    crew_.each(ready_, nodes_.size(), [this](std::size_t n) {
      run_hardware(n);
      look(nodes_[n]);
    });
    std::erase_if(ready_, [this](std::size_t n) { return !act(n); });
  }
}

void Scheduler::run(std::size_t number) {
  do run_hardware(number);
  while (act(number));
  look(nodes_[number]);
}

/// To where the node's software is due, or as far as the node may.
void Scheduler::run_hardware(std::size_t number) {
  Node& node = nodes_[number];
  node.agenda->show();
  guard(number, [&node] {
    for (;;) {
      node.runner->run(node.reach);
      const Time limit = std::min(node.reach, node.horizon());
      if (node.agenda->next() >= limit) break;
      node.agenda->run_next(limit);
    }
  });
}

/// Software that is woken acts before tasks and clocks of the same instant. False if it is not due
/// before the node has come as far as it may.
bool Scheduler::act(std::size_t number) {
  Node& node = nodes_[number];
  const Time wake = node.kernel->next_wake();
  if (wake >= std::min(node.reach, limit_) && !node.fault) return false;
  if (node.fault) note_fault(node);
  if (node.stopped || !may_act(node, wake)) return false;
  guard(number, [&] { node.kernel->resume_due(wake); });
  set_limit(std::min(limit_, node.kernel->next_step()));
  if (node.fault) note_fault(node);
  return !node.stopped;
}

/// A fault stops the node.
template <class Run>
void Scheduler::guard(std::size_t number, Run run) {
  try {
    run();
  } catch (const SimulationError& error) {
    Node& node = nodes_[number];
    node.stopped = true;
    node.fault = {error.at().value_or(kernel_time()), number, std::current_exception()};
  }
}

/// Clocks that begin at the time of the fault still count, later ones do not.
void Scheduler::note_fault(Node& node) {
  const Stop stop = *std::exchange(node.fault, {});
  if (!stop_ || std::pair(stop.at, stop.node) < std::pair(stop_->at, stop_->node)) stop_ = stop;
  set_limit(std::min(limit_, after(stop_->at)));
}

}  // namespace flybar::cluster
