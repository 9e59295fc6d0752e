/// How a ring card sits on PCI and on its network.
#include "models/common/layer_params.h"
#include "models/lan/ring/card.h"
#include "models/lan/ring/layer.h"
#include "models/layouts/generated/lan_regs.hpp"
#include "models/pci/host_bus.h"
#include "models/pci/pci_params.h"

namespace flybar::lan {
namespace {

[[noreturn]] void refuse(const std::string& card, const char* found, const char* needed) {
  throw ConfigurationError({{card, found, needed, "choose another card for this node"}});
}

std::unique_ptr<Card> make_card(const CardSite& site) {
  const RingCard::Setup setup{site.node.get<RingParams>(),
                              site.node.get<pci::PciParams>().bus.period, site.window,
                              site.shared.get<LanParams>().framing};
  return std::make_unique<RingCard>(site.name.c_str(), setup, site.agenda, site.observer);
}

}  // namespace

CardKind card_kind() {
  return {.name = "ring",
          .summary = "a card of fixed function with rings of descriptors",
          .block = "ring",
          .buses = {"pci"},
          .networks = {"lan"},
          .window = Bytes(regs::kWindowBytes),
          .add_layer = &add_card_layer,
          .make = &make_card};
}

void RingCard::plug_into(std::span<HostBus* const> buses) {
  auto* fitting = dynamic_cast<pci::PciHostBus*>(buses.front());
  if (!fitting) refuse(name(), "a bus that is not PCI", "a PCI bus");
  const std::string path = name();
  fitting->bus.add_master(master_.bus, path.substr(path.rfind('.') + 1).c_str(), {},
                          {path, {Lane::kReadsHost, Lane::kWritesHost}});
  fitting->bus.add_target(port_registers_.bus, {setup_.window, Bytes(regs::kWindowBytes)});
}

void RingCard::connect(flybar::Network& any, std::size_t port) {
  auto* network = dynamic_cast<Network*>(&any);
  if (!network) refuse(name(), "a network that is no Ethernet and no ATM", "a network of kind lan");
  port_ = port;
  receiver_.connect(*network);
  transmitter_.connect(*network, port);
  network->attach(port, *this);
}

RingCard& RingCard::of(Card& card) {
  auto* ring = dynamic_cast<RingCard*>(&card);
  if (!ring) refuse(card.place(Time()), "a card of another kind", "a ring card");
  return *ring;
}

}  // namespace flybar::lan
