/// The parts of nodes and systems: the lists in which a user names them, and the kinds of parts
/// that a program has.
///
/// A list names its parts, separated by commas: "pci", or "pci, io: pci" for two buses of which the
/// second is called io. A card may say which buses it sits on and which network it is at:
/// "lanai, second: lanai on io at storage". Without that it takes the first buses and the first
/// network that it fits.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/fault.h"
#include "models/common/layer_params.h"
#include "models/contracts/card.h"
#include "models/contracts/host_bus.h"
#include "models/contracts/network.h"

namespace flybar::cluster {

/// Every kind of part of a program. What is added stays where it is.
struct Parts {
  std::deque<BusKind> buses;
  std::deque<CardKind> cards;
  std::deque<NetworkKind> networks;
};

/// The parts of a node as the user lists them; parameters node.buses and node.cards.
struct NodeParts {
  static constexpr const char* kLayer = "node";
  std::string buses;
  std::string cards;
};
/// Likewise the networks of a system: system.networks.
struct SystemParts {
  static constexpr const char* kLayer = "system";
  std::string networks;
};

struct BusPlan {
  std::string name;
  const BusKind* kind;
};
struct NetworkName {
  std::string name;
  const NetworkKind* kind;
};
struct CardPlan {
  std::string name;
  const CardKind* kind;
  std::vector<std::size_t> buses;  ///< of the node, one for each that its kind needs
  std::size_t network;             ///< of the system
};
struct NodePlan {
  std::vector<BusPlan> buses;
  std::vector<CardPlan> cards;
};

/// What the lists mean. Throw ConfigurationError with every fault: kinds that the program has not,
/// two parts of one name, a bus or network that a card names and that there is not, or that the
/// card does not fit.
std::vector<NetworkName> network_names(const std::string& list, const Parts& parts);
NodePlan node_plan(const NodeParts& lists, const std::vector<NetworkName>& networks,
                   const Parts& parts);

/// The fault of a network that no card is on. `where` stands before the list of networks.
Fault without_cards(const std::string& network, const std::string& where = "");

/// The list with every card of one kind made another kind. Names and places stay.
std::string with_kind(const std::string& cards, std::string_view kind, std::string_view other);

/// Adds the parameters of these parts, each layer once.
void add_layers(LayerParams& node, const NodePlan& plan);
void add_layers(LayerParams& shared, const std::vector<NetworkName>& networks);
void add_lists(LayerParams& node, const NodeParts& lists);
void add_lists(LayerParams& shared, const SystemParts& lists);

}  // namespace flybar::cluster
