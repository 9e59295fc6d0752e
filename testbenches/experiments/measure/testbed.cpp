#include "testbenches/experiments/measure/testbed.h"

#include <utility>

#include "models/cluster/build/threads.h"
#include "models/common/delivery_error.h"
#include "testbenches/experiments/measure/cut_packets.h"
#include "testbenches/experiments/measure/declared.h"

namespace flybar::experiments {

namespace {

cluster::NetworkPlans choose_plans(const Context& context, const Testbed::Setup& setup) {
  if (!setup.plans.empty()) return setup.plans;
  if (context.system.is_from_file()) return context.system.plans;
  return cluster::plan_networks(context.system, setup.nodes);
}

std::size_t nodes_of(const Context& context, const Testbed::Setup& setup) {
  if (!setup.plans.empty()) return setup.plans.front()->ports();
  return context.system.is_from_file() ? context.system.nodes : setup.nodes;
}

cluster::Threads threads_of(const Context& context, std::size_t nodes) {
  const Context::Threads& wanted = context.threads;
  const std::size_t least_nodes = wanted.always ? 2 : cluster::Threads::kLeastNodes;
  cluster::Threads threads = cluster::threads_for(context.system, nodes, wanted.asked, least_nodes);
  if (!threads.why.empty() && wanted.on_less) wanted.on_less(threads.count, threads.why);
  if (wanted.always) threads.late = Crew::Late::kWaitAlways;
  return threads;
}

}  // namespace

Testbed::Testbed(const Context& context, const Setup& setup)
    : context_(context),
      messages_(context, setup.stages_of),
      hardware_("system", context.system, nodes_of(context, setup), choose_plans(context, setup),
                messages_.observer(), threads_of(context, nodes_of(context, setup))) {
  messages_.set_byte_time(hardware_.network().byte_time());
  if (setup.patience != Time::never())
    watchdog_.emplace("watchdog", setup.patience, [this] { return hardware_.who_waits(); });
}

void Testbed::run_on(std::size_t n, Software software) {
  cluster::Node& node = hardware_.node(n);
  hardware_.add_program(n, [&node, software = std::move(software)](host::Cpu&) { software(node); });
}

void Testbed::prepare(Card& card) {
  card.set_stepping(context_.stepping);
  if (auto* board = dynamic_cast<Board*>(&card)) board->observe_instructions(context_.instructions);
  if (context_.signals_to > context_.signals_from)
    card.observe_signals(context_.signals_from, context_.signals_to);
  if (context_.before_run) context_.before_run(card);
}

void Testbed::run() {
  check_declared(hardware_, context_.system);
  messages_.check_declared();
  try {
    run_to_end();
  } catch (const DeliveryError& error) {
    const CutPackets cut(hardware_, context_.system);
    const DeliveryError told = cut.count() > 0 ? cut.explain(error) : error;
    if (is_lossy()) throw StoppedByFaults(told, by_now());
    if (cut.count() > 0) throw DeliveryError(told);
    throw;
  }
}

bool Testbed::is_lossy() const {
  for (std::size_t i = 0; i < hardware_.networks(); ++i)
    if (hardware_.network(i).is_lossy()) return true;
  return false;
}

Results Testbed::by_now() {
  Results results;
  account_losses(results);
  messages_.account(results);
  account(results);
  results.notes.push_back(
      "the injected faults of the network ended the run early: counted is what came until then");
  return results;
}

void Testbed::account_losses(Results& results) {
  Losses lost;
  for (std::size_t i = 0; i < hardware_.networks(); ++i) lost += hardware_.network(i).losses();
  const auto count = [](auto number) { return static_cast<double>(number); };
  const std::initializer_list<Result> losses{{"messages_received", count(messages_.received()), ""},
                                             {"messages_missing", count(messages_.lost()), ""},
                                             {"damaged_bytes", count(lost.damaged_bytes), "B"},
                                             {"lost_tails", count(lost.lost_tails), ""},
                                             {"lost_bytes", count(lost.lost_bytes), "B"}};
  results.numbers.insert(results.numbers.end(), losses);
  if (const auto cut = CutPackets(hardware_, context_.system).count(); cut > 0)
    results.numbers.push_back({"packets_cut", count(cut), ""});
}

void Testbed::run_to_end() {
  try {
    hardware_.run();
  } catch (...) {
    messages_.take_rest();
    throw;
  }
  messages_.take_rest();
  if (watchdog_) watchdog_->rethrow();
  if (hardware_.programs() > 0)
    throw DeliveryError("experiment",
                        std::to_string(hardware_.programs()) + " programs wait for ever",
                        "software whose messages all arrive",
                        "look at the counters of the firmware, or see who waits "
                        "for whom:\n" +
                            hardware_.who_waits());
}

void Testbed::measures(Time at) {
  if (!std::exchange(measured_, true)) cables_from_ = Time::never();
  count_cables_from(at);
}

/// Instants of nodes may be later than the kernel's time, and so not in the order of calls.
void Testbed::count_cables_from(Time at) {
  if (at >= cables_from_) return;
  cables_from_ = at;
  hardware_.count_cables_from(at);
}

void Testbed::account(Results& results) {
  results.simulated = kernel_time();
  results.nic_cycles = hardware_.nic_cycles();
  if (context_.after_run) context_.after_run(hardware_);
}

}  // namespace flybar::experiments
