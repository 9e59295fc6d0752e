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
}

void Scheduler::add(lanai::Chip& chip, Agenda& agenda) {
  nodes_.push_back({&chip, &agenda});
}

void Scheduler::advance() {
  if (sc_core::sc_pending_activity_at_current_time()) return next_trigger(sc_core::SC_ZERO_TIME);
  const Time now = kernel_time();
  const bool due = sc_core::sc_pending_activity_at_future_time();
  const Time next =
      due ? now + from_systemc(sc_core::sc_time_to_pending_activity()) : Time::never();
  kernel_.set_horizon(std::min(next, now + kLongestStretch));
  try {
    run_until_horizon();
  } catch (...) {
    error_ = std::current_exception();
    return sc_core::sc_stop();
  }
  next_trigger(to_systemc(kernel_.horizon() - now));
}

/// Nobody sends anything before `known`, unless something still on its way reaches a resting node
/// before. False if it came to that: some node may now be earlier.
bool Scheduler::advance_network(Time known) {
  if (known > undisturbed_ && !network_.quiet()) {
    undisturbed_ = Time::never();
    for (std::size_t port = 0; port < nodes_.size(); ++port)
      undisturbed_ = std::min(undisturbed_, network_.horizon(port));
    if (known > undisturbed_) {
      network_.advance(undisturbed_);
      return false;
    }
  }
  for (std::size_t port = 0; port < nodes_.size(); ++port)
    network_.promise(port, nodes_[port].chip->flow_control_before(known));
  network_.advance(known);
  return true;
}

SimulationError Scheduler::too_close(std::size_t node, Time lead) const {
  return SimulationError("network port " + std::to_string(node),
                         "symbols reach it sooner than one chip clock after they are sent (by " +
                             std::to_string(-lead.ps()) + " ps)",
                         "links whose delay is at least one period of lanai.clock",
                         "raise link.length, or lanai.clock");
}

std::size_t Scheduler::earliest() const {
  std::size_t best = 0;
  Time time = nodes_[0].time();
  for (std::size_t n = 1; n < nodes_.size(); ++n) {
    const Time other = nodes_[n].time();
    if (other < time) best = n, time = other;
  }
  return best;
}

void Scheduler::run_until_horizon() {
  for (;;) {
    const std::size_t n = earliest();
    const Time time = nodes_[n].time();
    const Time known = std::min(time, kernel_.horizon());
    if (!advance_network(known)) continue;
    if (nodes_[n].time() > time || earliest() != n) continue;
    if (time >= kernel_.horizon()) return;
    // A clock may run once everything that arrives before its end is known.
    const Time clock = nodes_[n].chip->params().clock;
    const Time reach = network_.horizon(n) - clock + Time::ps(1);
    if (reach <= time) throw too_close(n, reach - time);
    run(nodes_[n], reach);
  }
}

void Scheduler::run(Node& node, Time reach) {
  ++activations_;
  for (;;) {
    const Time limit = std::min(reach, kernel_.horizon());
    node.chip->run(limit);
    if (node.agenda->next() >= std::min(limit, kernel_.horizon())) return;
    node.agenda->run_next(limit);
  }
}

}  // namespace flybar::cluster
