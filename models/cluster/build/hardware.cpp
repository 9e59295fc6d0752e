#include "models/cluster/build/hardware.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "models/host/waiting/who_waits.h"

namespace flybar::cluster {
namespace {

using Places = std::vector<std::vector<Networks::Place>>;

std::vector<NodePlan> node_plans(const SystemParams& params, std::size_t nodes) {
  std::vector<NodePlan> plans;
  for (std::size_t n = 0; n < nodes; ++n) plans.push_back(params.plan(params.node(n)));
  return plans;
}

/// Ports in the order of nodes, and of the cards of each.
Places places_of(const std::vector<NodePlan>& plans, std::vector<std::size_t>& ports) {
  Places places;
  for (const NodePlan& plan : plans) {
    places.emplace_back();
    for (const CardPlan& card : plan.cards)
      places.back().push_back({card.network, ports[card.network]++});
  }
  return places;
}

/// Node n is at port n of the only network.
bool is_plain(const std::vector<NodePlan>& plans, std::size_t networks) {
  return networks == 1 && std::all_of(plans.begin(), plans.end(),
                                      [](const NodePlan& plan) { return plan.cards.size() == 1; });
}

[[noreturn]] void refuse_ports(const std::string& network, std::size_t cards, std::size_t ports) {
  throw ConfigurationError(
      {{"network " + network,
        std::to_string(ports) + " ports for " + std::to_string(cards) + " cards",
        "a port for each card", "connect as many nodes as there are"}});
}

}  // namespace

Hardware::Hardware(sc_core::sc_module_name module_name, const SystemParams& params,
                   std::size_t nodes, const NetworkPlans& plans, Observer& whole,
                   const Threads& threads)
    : sc_module(module_name), crew_(threads.count, threads.late) {
  Observer& observer = threads.count == 1 ? whole : joined_.emplace(whole, crew_, nodes);
  const std::vector<NetworkName> names = params.networks();
  const std::vector<NodePlan> node_plans = cluster::node_plans(params, nodes);
  std::vector<std::size_t> ports(names.size());
  const Places places = places_of(node_plans, ports);
  std::vector<Network*> networks;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (plans[i]->ports() != ports[i]) refuse_ports(names[i].name, ports[i], plans[i]->ports());
    const std::string name = names.size() == 1 ? "network" : names[i].name;
    networks.push_back(
        networks_.emplace_back(plans[i]->build(name, params.shared, observer)).get());
  }
  Fabric& fabric = is_plain(node_plans, names.size()) ? static_cast<Fabric&>(*networks.front())
                                                      : several_.emplace(networks, places);
  scheduler_.emplace("scheduler", fabric, crew_);
  for (std::size_t n = 0; n < nodes; ++n) {
    observer.declares(n);
    nodes_.emplace_back(("node" + std::to_string(n)).c_str(), node_plans[n], params.node(n),
                        params.shared, observer);
    connect(n, places[n]);
  }
}

void Hardware::connect(std::size_t n, const std::vector<Networks::Place>& places) {
  Node& node = nodes_[n];
  for (std::size_t i = 0; i < places.size(); ++i) {
    node.seats[i].port = places[i].port;
    node.card(i).connect(*networks_[places[i].network], places[i].port);
  }
  if (several_) several_->on_echo_of[n] = [&node](Time at) { node.echo(at); };
  scheduler_->add(node.runner(), node.agenda, node.kernel);
}

std::vector<std::uint8_t> Hardware::route(std::size_t from, std::size_t to,
                                          std::size_t card) const {
  const Node::Seat& seat = nodes_[from].seat(card);
  const std::vector<Node::Seat>& seats = nodes_[to].seats;
  // The card of the same number if it is there, else the first that is.
  for (std::size_t i = 0; i <= seats.size(); ++i) {
    const Node::Seat& other = seats[i == 0 ? std::min(card, seats.size() - 1) : i - 1];
    if (other.network == seat.network) return networks_[seat.network]->route(seat.port, other.port);
  }
  throw ConfigurationError(
      {{"route from node " + std::to_string(from) + " to node " + std::to_string(to),
        "no card of it is on the same network", "cards on one network",
        "put one there: node.cards"}});
}

void Hardware::add_program(std::size_t n, host::Software body) {
  Node& node = nodes_[n];
  ++programs_;
  ++node.kernel.programs;
  node.cpu.add_process("program", [this, &node, body = std::move(body)](host::Cpu& cpu) {
    body(cpu);
    cpu.in_step();
    --node.kernel.programs;
    if (--programs_ == 0) sc_core::sc_stop();
  });
}

void Hardware::run() {
  try {
    run_kernel();
  } catch (...) {
    for (Node& node : nodes_) catch_up_before_stop(node);
    throw;
  }
  scheduler_->finish();
  for (Node& node : nodes_) {
    node.cpu.catch_up(kernel_time());
    for (Node::Seat& seat : node.seats) seat.card->catch_up(kernel_time());
  }
}

void Hardware::run_kernel() {
  sc_core::sc_start();
  scheduler_->rethrow();
}

/// What stopped the run is what the user has to know, not what a card does in its last rest.
void Hardware::catch_up_before_stop(Node& node) {
  try {
    for (Node::Seat& seat : node.seats) seat.card->catch_up(kernel_time());
  } catch (const std::exception&) {
    return;
  }
}

std::string Hardware::who_waits() const {
  std::vector<const host::Cpu*> cpus;
  for (const Node& node : nodes_) cpus.push_back(&node.cpu);
  return host::who_waits(cpus);
}

std::int64_t Hardware::nic_cycles() {
  std::int64_t sum = 0;
  for (Node& node : nodes_)
    for (Node::Seat& seat : node.seats) sum += seat.card->clock_at(kernel_time());
  return sum;
}

void Hardware::count_cables_from(Time from) {
  for (const auto& network : networks_) network->count_cables_from(from);
}

NetworkPlans plan_networks(const SystemParams& params, std::size_t nodes) {
  const std::vector<NetworkName> names = params.networks();
  std::vector<std::size_t> ports(names.size());
  places_of(node_plans(params, nodes), ports);
  NetworkPlans plans;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (ports[i] == 0) throw ConfigurationError({without_cards(names[i].name)});
  for (std::size_t i = 0; i < names.size(); ++i)
    plans.push_back(names[i].kind->plan({}, {{"node", 0, ports[i]}}, params.shared));
  return plans;
}

}  // namespace flybar::cluster
