#include "models/cluster/scheduler.h"

#include <algorithm>
#include <string>

#include "models/common/error.h"

namespace flybar::cluster {

namespace {
/// So far the nodes run at most before the kernel is entered again, even if nothing is due there.
constexpr Time kLongestStretch = Time::ms(1);
}  // namespace

Scheduler::Scheduler(sc_core::sc_module_name name, Kernel& kernel, myrinet::Network& network)
    : sc_module(name), kernel_(kernel), network_(network) {
  SC_HAS_PROCESS(Scheduler);
  SC_METHOD(advance);
  // Only the node that runs sends.
  network_.on_send = [this](std::size_t port, Time at) {
    reach_ = std::min(reach_, clocks_before(port, at + network_.answer_after(port)));
  };
}

void Scheduler::add(lanai::Chip& chip, Agenda& agenda) {
  const std::size_t number = nodes_.size();
  nodes_.push_back({&chip, &agenda});
  silent_.emplace_back();
  chip.on_arrival = [this, number] { look(nodes_[number]); };
}

void Scheduler::advance() {
  if (sc_core::sc_pending_activity_at_current_time()) return next_trigger(sc_core::SC_ZERO_TIME);
  const Time now = kernel_time();
  const bool due = sc_core::sc_pending_activity_at_future_time();
  const Time next =
      due ? now + from_systemc(sc_core::sc_time_to_pending_activity()) : Time::never();
  kernel_.set_horizon(std::min(next, now + kLongestStretch));
  try {
    for (Node& node : nodes_) look(node);
    while (run_round()) {
    }
  } catch (...) {
    error_ = std::current_exception();
    return sc_core::sc_stop();
  }
  next_trigger(to_systemc(kernel_.horizon() - now));
}

void Scheduler::look(Node& node) {
  node.time = std::min(node.chip->time(), node.agenda->next());
  node.resting = node.chip->resting();
}

void Scheduler::tell_network() {
  const bool quiet = network_.quiet();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    silent_[n] = std::min(node.time, kernel_.horizon());
    if (quiet) continue;
    if (node.resting) silent_[n] = std::min(silent_[n], network_.horizon(n));
    network_.promise(n, node.chip->flow_control_before(silent_[n]));
  }
  network_.advance(silent_);
}

SimulationError Scheduler::too_close(std::size_t node, Time lead) const {
  return SimulationError("network port " + std::to_string(node),
                         "symbols reach it sooner than one chip clock after they are sent (by " +
                             std::to_string(-lead.ps()) + " ps)",
                         "links whose delay is at least one period of lanai.clock",
                         "raise link.length, or lanai.clock");
}

/// A clock may run once everything that arrives before its end is known.
Time Scheduler::clocks_before(std::size_t node, Time known) const {
  return known - nodes_[node].chip->params().clock + Time::ps(1);
}

/// False if everything has been done up to the kernel's horizon.
bool Scheduler::run_round() {
  tell_network();
  const Time earliest = *std::min_element(silent_.begin(), silent_.end());
  if (earliest >= kernel_.horizon()) return false;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Time reach = clocks_before(n, network_.horizon(n));
    if (nodes_[n].time < std::min(reach, kernel_.horizon()))
      run(n, reach);
    else if (nodes_[n].time == earliest && reach <= earliest)
      throw too_close(n, reach - earliest);
  }
  return true;
}

void Scheduler::run(std::size_t number, Time reach) {
  Node& node = nodes_[number];
  reach_ = reach;
  node.chip->answers_take(network_.answer_after(number));
  for (;;) {
    node.chip->run(reach_);
    const Time limit = std::min(reach_, kernel_.horizon());
    if (node.agenda->next() >= limit) break;
    node.agenda->run_next(limit);
  }
  look(node);
}

}  // namespace flybar::cluster
