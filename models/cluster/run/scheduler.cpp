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

Time after(Time at) {
  return at + Time::ps(1);
}
}  // namespace

Scheduler::Scheduler(sc_core::sc_module_name name, Fabric& fabric)
    : sc_module(name), fabric_(fabric) {
  SC_HAS_PROCESS(Scheduler);
  SC_METHOD(advance);
  // The node at `port` is the one that runs: no other node sends.
  fabric_.on_echo = [this](std::size_t port, Time echo) {
    Node& node = nodes_[port];
    node.echo = std::min(node.echo, echo);
    safe_ = std::min(safe_, echo);
    reach_ = std::min(reach_, clocks_before(node, echo));
  };
}

void Scheduler::add(Runner& runner, Agenda& agenda, KernelBorder& kernel) {
  const std::size_t number = nodes_.size();
  nodes_.push_back(
      {.runner = &runner, .agenda = &agenda, .kernel = &kernel, .clock = runner.clock()});
  reached_.emplace_back();
  require_distance(number);
  runner.set_shortest_echo(fabric_.shortest_echo(number));
  kernel.on_wake = [this, number] { waking_.push_back(number); };
  runner.on_arrival = [this, number] { look(nodes_[number]); };
}

void Scheduler::advance() {
  const Time now = kernel_time();
  if (wake_processes(now) || sc_core::sc_pending_activity_at_current_time())
    return next_trigger(sc_core::SC_ZERO_TIME);
  look_around(now);
  try {
    run_woken();
    do {
      if (!all_come_to(next_entry()))
        while (run_round()) {
        }
    } while (run_hidden());
  } catch (...) {
    error_ = stop_ ? stop_->error : std::current_exception();
    return sc_core::sc_stop();
  }
  const Time entry = next_entry();
  if (stop_ && entry > stop_->at) {
    error_ = stop_->error;
    return sc_core::sc_stop();
  }
  next_trigger(to_systemc(entry - now));
}

void Scheduler::finish() {
  for (Node& node : nodes_) look(node);
  give_guarantees();
}

/// True if there was one to be woken.
bool Scheduler::wake_processes(Time now) {
  const std::size_t before = woken_.size();
  std::erase_if(waking_, [&](std::size_t n) {
    KernelBorder& kernel = *nodes_[n].kernel;
    if (kernel.notify_due(now)) woken_.push_back(n);
    return kernel.next_wake() == Time::never();
  });
  return woken_.size() > before;
}

/// Kernel processes have acted at `now`: on the nodes that have woken them; on any node if this is
/// the time of another kernel event.
void Scheduler::look_around(Time now) {
  const bool any = now >= limit_;
  const Time next = std::min(next_kernel_event(), any ? now + kLongestStretch : limit_);
  set_limit(stop_ ? std::min(next, after(stop_->at)) : next);
  for (const std::size_t n : woken_) look(nodes_[n]);
  for (Node& node : nodes_)
    if (any || node.task != node.agenda->next()) look(node);
}

void Scheduler::set_limit(Time limit) {
  if (std::exchange(limit_, limit) == limit) return;
  for (Node& node : nodes_) node.kernel->set_limit(limit);
}

/// The kernel's next time, as far as nodes have come.
Time Scheduler::next_entry() const {
  Time first = limit_;
  for (const std::size_t n : waking_) first = std::min(first, nodes_[n].kernel->next_wake());
  return first;
}

bool Scheduler::all_ran_to(Time entry) const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [entry](const Node& node) { return node.time >= entry; });
}

/// All nodes have run to `entry`, and nothing is going to reach them before.
bool Scheduler::all_come_to(Time entry) {
  if (!all_ran_to(entry)) return false;
  if (safe_ == Time()) {
    safe_ = Time::never();
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].stopped) continue;
      fabric_.refresh(n);
      safe_ = std::min(safe_, safe_time(n));
    }
  }
  return safe_ >= entry;
}

/// The safe time of this node. What the node has sent since the last round began may come back to
/// it; the network does not know that yet.
Time Scheduler::safe_time(std::size_t number) const {
  return std::min(fabric_.safe_time(number), nodes_[number].echo);
}

/// Nodes that only a process of theirs has held up need no further guarantees to go on.
void Scheduler::run_woken() {
  for (const std::size_t n : woken_) {
    const Node& node = nodes_[n];
    if (node.stopped || node.suspended) continue;
    const Time reach = clocks_before(node, safe_time(n));
    if (node.time < std::min(reach, node.horizon())) run(n, reach);
  }
  woken_.clear();
}

void Scheduler::look(Node& node) {
  node.changed = true;
  node.task = node.agenda->next();
  if (node.stopped) {
    node.resting = node.suspendable = false;
    node.time = Time::never();
    return;
  }
  const Runner::Standing now = node.runner->standing();
  node.resting = now.resting;
  node.suspendable = now.may_be_suspended;
  node.time = std::min(now.time, node.resting ? node.agenda->next_visible() : node.task);
}

/// Only asked while the fabric is not quiet. The node has nothing to do before the kernel's
/// horizon, unless something reaches it.
bool Scheduler::may_be_suspended(std::size_t number) const {
  const Node& node = nodes_[number];
  return node.suspendable && node.time >= node.horizon() && fabric_.unused(number);
}

/// A node that is just being resumed, or asked anew, has yet to say how far it has come.
bool Scheduler::any_is_to_say() const {
  if (fabric_.asks_anew()) return true;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (fabric_.suspended(n) && !may_be_suspended(n)) return true;
  return false;
}

/// Returns the time of the earliest node.
Time Scheduler::give_guarantees() {
  const bool quiet = fabric_.quiet();
  const bool quiet_changed = std::exchange(quiet_, quiet) != quiet;
  const bool anew = quiet_changed || fabric_.asks_anew();
  Time earliest = limit_;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (node.stopped) {
      reached_[n] = limit_;
      fabric_.stop(n, limit_);
      continue;
    }
    const Time end = node.horizon();
    const bool same = std::exchange(node.end, end) == end && !node.changed;
    // When a quiet network becomes busy, each node first says how far it has come.
    const bool busy = !quiet && !anew;
    if (busy && (same && node.suspended ? fabric_.unused(n) : may_be_suspended(n))) {
      if (!same || !node.suspended) fabric_.suspend(n, end);
      node.suspended = true;
      node.changed = false;
      continue;
    }
    const bool resumed = std::exchange(node.suspended, false);
    Time reached = std::min(node.time, end);
    if (node.resting && !quiet) {
      fabric_.refresh(n);
      reached = std::min(reached, safe_time(n));
    }
    earliest = std::min(earliest, reached);
    const bool later = std::exchange(reached_[n], reached) != reached;
    const bool changed = std::exchange(node.changed, false);
    if (!later && !changed && !anew && !resumed) continue;
    fabric_.take_guarantees(n, reached);
  }
  fabric_.advance(reached_);
  for (Node& node : nodes_) node.echo = Time::never();
  safe_ = Time();
  return earliest;
}

/// Everything that reaches a node in one of its clocks must be known when the clock begins. So a
/// byte from another node, and the echo of what the node sends itself, must take a clock or longer.
void Scheduler::require_distance(std::size_t node) const {
  const Time clock = nodes_[node].clock;
  const Time nearest = std::min(fabric_.from_others(node), fabric_.shortest_echo(node));
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
  const Time entry = next_entry();
  return earliest >= entry && all_ran_to(entry);
}

/// False if everything has been done up to the kernel's next time.
bool Scheduler::run_round() {
  const Time earliest = give_guarantees();
  if (all_done(earliest)) return false;
  ready_.clear();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].time >= nodes_[n].horizon()) continue;
    const Time reach = clocks_before(nodes_[n], safe_time(n));
    if (nodes_[n].time < std::min(reach, nodes_[n].horizon()))
      ready_.push_back({n, reach});
    else if (nodes_[n].time == earliest && reach <= earliest && !any_is_to_say())
      throw std::logic_error("the earliest node, " + std::to_string(n) + ", may not run at " +
                             quantity::print(earliest) + ": its safe time is " +
                             quantity::print(safe_time(n)));
  }
  if (ready_.size() == 2) take_turns();
  for (const Ready& ready : ready_) run(ready.node, ready.reach);
  return true;
}

/// Of two nodes, only the one that gets further runs. Two nodes that wait for each other run in
/// longer stretches this way, one after the other.
void Scheduler::take_turns() {
  const auto stretch = [this](const Ready& ready) {
    const Node& node = nodes_[ready.node];
    return std::min(ready.reach, node.horizon()) - node.time;
  };
  if (stretch(ready_[1]) > stretch(ready_[0])) std::swap(ready_[0], ready_[1]);
  ready_.pop_back();
}

/// Runs hidden tasks up to the kernel's next time, each node as far as its safe time allows. True
/// if a hidden task is left, which is visible from now on.
bool Scheduler::run_hidden() {
  bool left = false;
  const Time entry = next_entry();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (node.stopped || node.agenda->next() >= entry) continue;
    fabric_.refresh(n);
    run(n, clocks_before(nodes_[n], safe_time(n)));
    if (node.stopped || node.agenda->next() >= entry) continue;
    node.agenda->show();
    look(node);
    left = true;
  }
  return left;
}

void Scheduler::run(std::size_t number, Time reach) {
  Node& node = nodes_[number];
  reach_ = reach;
  node.agenda->show();
  try {
    run_to_reach(node);
  } catch (const SimulationError& error) {
    node.stopped = true;
    note_stop({error.at().value_or(kernel_time()), number, std::current_exception()});
  }
  look(node);
}

void Scheduler::run_to_reach(Node& node) {
  for (;;) {
    node.runner->run(reach_);
    const Time limit = std::min(reach_, node.horizon());
    if (node.agenda->next() >= limit) break;
    node.agenda->run_next(limit);
  }
}

/// Clocks that begin at the time of the fault still count, later ones do not.
void Scheduler::note_stop(const Stop& stop) {
  if (!stop_ || std::pair(stop.at, stop.node) < std::pair(stop_->at, stop_->node)) stop_ = stop;
  set_limit(std::min(limit_, after(stop_->at)));
}

}  // namespace flybar::cluster
