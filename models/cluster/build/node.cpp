#include "models/cluster/build/node.h"

namespace flybar::cluster {

Node::Node(sc_core::sc_module_name module_name, const NodePlan& plan, const LayerParams& params,
           const LayerParams& shared, Observer& observer)
    : sc_module(module_name),
      memory("memory", params.get<host::HostParams>()),
      buses_(make_buses(plan, params, agenda, observer)),
      cpu("cpu", params.get<host::HostParams>(), {agenda, kernel, pio(), memory, observer}),
      seats(take_seats(plan)),
      disk(std::string(this->name()) + ".disk", params.get<host::DiskParams>(), cpu, agenda) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    Seat& seat = seats[i];
    seat.card = plan.cards[i].kind->make(
        {seat.name, params, shared, seat.window, agenda, kernel, observer});
    seat.card->on_interrupt = [line = seat.interrupt](bool level, Time at) {
      level ? line->raise(at) : line->lower(at);
    };
  }
  for (std::size_t i = 0; i < buses_.size(); ++i)
    buses_[i]->attach(memory.port(i), params.get<host::HostParams>().memory);
  for (const BusPlan& bus : plan.buses) bus_names_.push_back(bus.name);
  plug_in(plan);
  memory.device = [this](Time at) { return device(at); };
  if (seats.size() == 1) return;
  std::vector<Card*> cards;
  for (const Seat& seat : seats) cards.push_back(seat.card.get());
  several_.emplace(cards, agenda, kernel);
}

void Node::plug_in(const NodePlan& plan) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    std::vector<HostBus*> buses;
    for (const std::size_t bus : plan.cards[i].buses) buses.push_back(buses_[bus].get());
    seats[i].card->plug_into(buses);
  }
}

std::vector<std::unique_ptr<HostBus>> Node::make_buses(const NodePlan& plan,
                                                       const LayerParams& params, Agenda& agenda,
                                                       Observer& observer) {
  std::vector<std::unique_ptr<HostBus>> buses;
  for (const BusPlan& bus : plan.buses) {
    buses.push_back(bus.kind->make({bus.name, params, agenda, observer}));
    buses.back()->windows = Windows(buses.size() - 1);
  }
  return buses;
}

PioPort& Node::pio() {
  if (buses_.size() == 1) return bus().pio();
  std::vector<HostBus*> buses;
  for (const auto& bus : buses_) buses.push_back(bus.get());
  return router_.emplace(buses);
}

/// The first card is the NIC; the interrupts of the others are named after them.
std::vector<Node::Seat> Node::take_seats(const NodePlan& plan) {
  std::vector<Seat> taken;
  for (const CardPlan& card : plan.cards) {
    HostBus& first = *buses_[card.buses.front()];
    taken.push_back({card.name, first.windows.take(card.name, card.kind->window),
                     &cpu.add_device(taken.empty() ? "nic" : card.name), nullptr, card.buses,
                     card.network});
  }
  return taken;
}

std::string Node::device(Time at) const {
  std::string places;
  for (const Seat& seat : seats)
    places.append(places.empty() ? "a device (" : ", or ").append(seat.card->place(at));
  return places + ")";
}

}  // namespace flybar::cluster
