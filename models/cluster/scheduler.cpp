#include "models/cluster/scheduler.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/common/error.h"
#include "models/common/quantity.h"

namespace flybar::cluster {

namespace {
/// So far the nodes run at most before the kernel is entered again, even if nothing is due there.
constexpr Time kLongestStretch = Time::ms(1);

Time after(Time at) {
  return at + Time::ps(1);
}
}  // namespace

Scheduler::Scheduler(sc_core::sc_module_name name, Kernel& kernel, myrinet::Network& network)
    : sc_module(name), kernel_(kernel), network_(network) {
  SC_HAS_PROCESS(Scheduler);
  SC_METHOD(advance);
  // Only the node that runs sends.
  network_.on_provocation = [this](std::size_t port, Time answer) {
    reach_ = std::min(reach_, clocks_before(port, answer));
  };
}

void Scheduler::add(myrinet::Nic& nic, Agenda& agenda) {
  const std::size_t number = nodes_.size();
  nodes_.push_back({&nic, &agenda});
  known_.emplace_back();
  require_distance(number);
  nic.answers_take(network_.answer_after(number));
  nic.on_arrival = [this, number] { look(nodes_[number]); };
}

void Scheduler::advance() {
  if (sc_core::sc_pending_activity_at_current_time()) return next_trigger(sc_core::SC_ZERO_TIME);
  const Time now = kernel_time();
  const bool due = sc_core::sc_pending_activity_at_future_time();
  const Time next =
      due ? now + from_systemc(sc_core::sc_time_to_pending_activity()) : Time::never();
  kernel_.set_horizon(std::min(next, now + kLongestStretch));
  if (stop_) kernel_.set_horizon(std::min(kernel_.horizon(), after(stop_->at)));
  try {
    for (Node& node : nodes_) look(node);
    do {
      while (run_round()) {
      }
    } while (run_unnoticed());
  } catch (...) {
    error_ = stop_ ? stop_->error : std::current_exception();
    return sc_core::sc_stop();
  }
  if (stop_ && kernel_.horizon() > stop_->at) {
    error_ = stop_->error;
    return sc_core::sc_stop();
  }
  next_trigger(to_systemc(kernel_.horizon() - now));
}

void Scheduler::look(Node& node) {
  node.changed = true;
  if (node.stopped) {
    node.resting = node.still = false;
    node.time = Time::never();
    return;
  }
  node.resting = node.nic->resting();
  node.still = node.nic->still();
  node.time =
      std::min(node.nic->time(), node.resting ? node.agenda->next_noticed() : node.agenda->next());
}

/// In a network that is not quiet: it has nothing to do before the kernel's horizon, unless
/// something reaches it.
bool Scheduler::may_sleep(std::size_t number) const {
  const Node& node = nodes_[number];
  return node.still && node.time >= kernel_.horizon() && network_.unused(number);
}

/// Little is known of what somebody who has just been woken will send.
bool Scheduler::somebody_wakes() const {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (network_.asleep(n) && !may_sleep(n)) return true;
  return false;
}

/// Returns how far the node has come that is behind all others.
Time Scheduler::tell_network() {
  const Time end = kernel_.horizon();
  const bool quiet = network_.quiet();
  const bool quiet_changed = std::exchange(quiet_, quiet) != quiet;
  const bool end_changed = std::exchange(end_, end) != end;
  Time earliest = end;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (node.stopped) {
      known_[n] = end;
      network_.promise(n, {.bytes = end, .flow = end});
      continue;
    }
    if (!quiet && may_sleep(n)) {
      if (std::exchange(node.changed, false) || end_changed || !network_.asleep(n))
        network_.sleep(n, node.nic->silent_until(end));
      continue;
    }
    Time known = std::min(node.time, end);
    if (node.resting && !quiet) {
      network_.refresh(n);
      known = std::min(known, network_.horizon(n));
    }
    earliest = std::min(earliest, known);
    const bool later = std::exchange(known_[n], known) != known;
    const bool changed = std::exchange(node.changed, false);
    if (!later && !changed && !quiet_changed && !network_.asleep(n)) continue;
    network_.promise(n,
                     {node.nic->silent_until(known),
                      quiet ? Time() : node.nic->flow_control_before(known, network_.coming(n))});
    if (!quiet) network_.foretell(n, node.nic->sends(known));
  }
  network_.advance(known_);
  return earliest;
}

/// What reaches a node in one of its clocks is known when that begins: what another node sends
/// takes at least as long, and so does the STOP with which a switch answers what it sends itself.
void Scheduler::require_distance(std::size_t node) const {
  const Time clock = nodes_[node].nic->clock();
  const Time nearest = std::min(network_.from_others(node), network_.answer_after(node));
  if (nearest >= clock) return;
  throw ConfigurationError(
      {{"link.length of node " + std::to_string(node),
        "what the node sends, or another one, reaches it after " + quantity::print(nearest),
        "cables on which that takes a period of lanai.clock or longer, " + quantity::print(clock),
        "raise link.length, or lanai.clock"}});
}

/// A clock may run once everything that arrives before its end is known.
Time Scheduler::clocks_before(std::size_t node, Time known) const {
  return nodes_[node].nic->clocks_before(known);
}

/// Up to the kernel's horizon, also by nodes that something has just reached.
bool Scheduler::all_done(Time earliest) const {
  const Time end = kernel_.horizon();
  return earliest >= end && std::all_of(nodes_.begin(), nodes_.end(),
                                        [end](const Node& node) { return node.time >= end; });
}

/// False if everything has been done up to the kernel's horizon.
bool Scheduler::run_round() {
  const Time earliest = tell_network();
  if (all_done(earliest)) return false;
  ready_.clear();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].time >= kernel_.horizon()) continue;
    const Time reach = clocks_before(n, network_.horizon(n));
    if (nodes_[n].time < std::min(reach, kernel_.horizon()))
      ready_.push_back({n, reach});
    else if (nodes_[n].time == earliest && reach <= earliest && !somebody_wakes())
      throw std::logic_error("the earliest node may not run");
  }
  if (ready_.size() == 2) keep_longer();
  for (const Ready& ready : ready_) run(ready.node, ready.reach);
  return true;
}

/// Two that wait for each other get on in longer stretches if they take turns.
void Scheduler::keep_longer() {
  const auto stretch = [this](const Ready& ready) {
    return std::min(ready.reach, kernel_.horizon()) - nodes_[ready.node].time;
  };
  if (stretch(ready_[1]) > stretch(ready_[0])) std::swap(ready_[0], ready_[1]);
  ready_.pop_back();
}

/// Up to the kernel's horizon, what nobody else had to wait for. True if some of it is left,
/// because too little is known yet of what reaches the node.
bool Scheduler::run_unnoticed() {
  bool left = false;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (node.stopped || node.agenda->next() >= kernel_.horizon()) continue;
    network_.refresh(n);
    run(n, clocks_before(n, network_.horizon(n)));
    if (node.stopped || node.agenda->next() >= kernel_.horizon()) continue;
    node.agenda->expose();
    look(node);
    left = true;
  }
  return left;
}

void Scheduler::run(std::size_t number, Time reach) {
  Node& node = nodes_[number];
  reach_ = reach;
  node.agenda->expose();
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
    node.nic->run(reach_);
    const Time limit = std::min(reach_, kernel_.horizon());
    if (node.agenda->next() >= limit) break;
    node.agenda->run_next(limit);
  }
}

/// Clocks that begin at the time of the fault still count, later ones do not.
void Scheduler::note_stop(const Stop& stop) {
  if (!stop_ || std::pair(stop.at, stop.node) < std::pair(stop_->at, stop_->node)) stop_ = stop;
  kernel_.set_horizon(std::min(kernel_.horizon(), after(stop_->at)));
}

}  // namespace flybar::cluster
