#include "testbenches/experiments/many/many_nodes.h"

#include "models/cluster/build/system_params.h"
#include "models/common/quantity.h"
#include "testbenches/experiments/many/cable_use.h"
#include "testbenches/experiments/measure/messages/steady_state.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kControl = Bytes(16);

}  // namespace

void ManyNodes::describe(Parameters& options) {
  add_payload(options, payload_);
  options.add("messages", messages_, {1, 10'000'000},
              {"Messages of each sender to each of its receivers.", "steady state"});
  options.add("card", card_, {0, 63},
              {"Over which card of each node, from 0 in the order of node.cards.", "choice"});
}

std::size_t ManyNodes::nodes_of(const cluster::SystemParams& system) const {
  return system.is_from_file() ? system.nodes : nodes();
}

void ManyNodes::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  for (const cluster::SystemParams::Role& role : system.roles) {
    const std::size_t before = faults.size();
    check_payload(payload_, Bytes(4), role.node, faults);
    if (faults.size() > before) break;  // one role is enough
  }
  check_card(system, faults);
  if (payload_ == Bytes())
    faults.push_back(
        {"payload", "0 B: nothing to measure a bandwidth of", "4 B or more", "raise it"});
  if (!system.is_from_file()) check_switches(nodes(), system, faults);
  const std::size_t before = faults.size();
  const std::vector<Flow> all = flows(system, nodes_of(system), faults);
  if (all.empty() && faults.size() == before)
    faults.push_back({"system", "no node sends to another", "2 or more nodes that do",
                      "look at \"runs\" of its nodes"});
}

void ManyNodes::check_card(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  for (const cluster::SystemParams::Role& role : system.roles) {
    const auto cards = static_cast<std::int64_t>(system.plan(role.node).cards.size());
    if (card_ < cards) continue;
    const std::string& list = role.node.get<cluster::NodeParts>().cards;
    faults.push_back({"card", std::to_string(card_) + ", and node.cards is " + list,
                      "0 .. " + std::to_string(cards - 1),
                      "lower it, or add a card to node.cards"});
    return;
  }
}

Results ManyNodes::run(const Context& context) {
  Testbed testbed(context, {.nodes = nodes_of(context.system)});
  TrapezeStack stack(testbed, {.card = static_cast<std::size_t>(card_)});
  std::vector<Fault> none;
  const Traffic::Plan plan{.flows = flows(context.system, nodes_of(context.system), none),
                           .messages = messages_,
                           .payload = payload_,
                           .control = kControl};
  Traffic traffic(stack, plan);
  testbed.run();

  const Time took = traffic.end() - traffic.begin();
  const auto bytes = static_cast<double>(static_cast<std::int64_t>(plan.flows.size()) * messages_ *
                                         payload_.count);
  const CableUse cables(testbed);
  Results results;
  results.numbers = {{"bandwidth", bytes / took.us(), "MB/s"}};
  testbed.messages().name_results("");
  stack.account(results);
  results.numbers.push_back({"stop_time", cables.stop_time_us(), "us"});
  results.tables.push_back(cables.table());
  if (const auto bound = traffic.bound()) results.notes.push_back(*bound);
  if (const auto why = too_short(testbed.messages().summary().arrivals(), traffic.begin(),
                                 traffic.end(), "messages", "messages"))
    results.notes.push_back(*why);
  return results;
}

}  // namespace flybar::experiments
