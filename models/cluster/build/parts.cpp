#include "models/cluster/build/parts.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "models/common/parameters.h"

namespace flybar::cluster {
namespace {

/// "second: lanai on io at storage", taken apart.
struct Item {
  std::string name;  ///< empty: that of its kind
  std::string kind;
  std::vector<std::string> on;
  std::string at;
};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = std::min(text.find_first_not_of(' ', i), text.size());
    i = std::min(text.find(' ', begin), text.size());
    if (begin < i) words.emplace_back(text.substr(begin, i - begin));
  }
  return words;
}

std::vector<std::string> pieces_of(const std::string& list) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    pieces.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

/// Nothing if the text has another form.
std::optional<Item> item_of(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  Item item;
  std::size_t i = 0;
  if (!words.empty() && words[0].size() > 1 && words[0].ends_with(':'))
    item.name = words[i++].substr(0, words[0].size() - 1);
  if (i == words.size()) return std::nullopt;
  item.kind = words[i++];
  if (i < words.size() && words[i] == "on") {
    for (++i; i < words.size() && words[i] != "at"; ++i) item.on.push_back(words[i]);
    if (item.on.empty()) return std::nullopt;
  }
  if (i + 2 == words.size() && words[i] == "at") item.at = words[i + 1], i += 2;
  if (i < words.size()) return std::nullopt;
  return item;
}

/// A name that can stand in the name of a module, and before a key.
bool is_name(const std::string& text) {
  const auto ok = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return std::all_of(text.begin(), text.end(), ok);
}

template <class List>
std::string listed(const List& list) {
  std::string names;
  for (const auto& one : list) names.append(names.empty() ? "" : ", ").append(one.name);
  return names.empty() ? "none" : names;
}

template <class List>
std::optional<std::size_t> find(const List& list, std::string_view name) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].name == name) return i;
  return std::nullopt;
}

/// One list, read into items of known kinds with different names.
class ListReader {
 public:
  ListReader(const char* key, std::vector<Fault>& faults) : key_(key), faults_(faults) {}

  void fault(std::string found, std::string allowed, std::string advice) {
    faults_.push_back({key_, std::move(found), std::move(allowed), std::move(advice)});
  }

  /// Calls `take(item, kind)` for each part of the list.
  template <class Kinds, class Take>
  void read(const std::string& list, const Kinds& kinds, Take take) {
    std::set<std::string> names;
    for (const std::string& piece : pieces_of(list)) {
      std::optional<Item> item = item_of(piece);
      if (!item) {
        fault("\"" + piece + "\" is no part",
              "a kind, a name before it, places behind it: \"io: pci\", \"lanai on io at san\"",
              "write for example \"" + kinds.front().name + "\"");
        continue;
      }
      const auto kind = find(kinds, item->kind);
      if (!kind) {
        refuse_kind(item->kind, kinds);
        continue;
      }
      if (item->name.empty()) item->name = default_name(kinds[*kind]);
      if (!is_name(item->name))
        fault("\"" + item->name + "\" is no name for a part",
              "lower-case letters, digits, \"-\" and \"_\"", "choose another name");
      else if (!names.insert(item->name).second)
        fault("two parts are called " + item->name, "a name for each",
              "write for example \"" + item->name + ", second: " + item->kind + "\"");
      else
        take(*item, kinds[*kind]);
    }
  }

 private:
  static std::string default_name(const CardKind& kind) { return kind.block; }
  template <class Kind>
  static std::string default_name(const Kind& kind) {
    return kind.name;
  }

  template <class Kinds>
  void refuse_kind(const std::string& kind, const Kinds& kinds) {
    std::vector<std::string> names;
    names.reserve(kinds.size());
    for (const auto& one : kinds) names.push_back(one.name);
    const std::string near = nearest(kind, names);
    fault("there is no part \"" + kind + "\"", listed(kinds),
          near.empty() ? "choose one of these; see flybar list parts"
                       : "did you mean \"" + near + "\"?");
  }

  const char* key_;
  std::vector<Fault>& faults_;
};

void throw_if_any(std::vector<Fault>& faults) {
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
}

/// Gives each card of one node its buses and its network.
class Seats {
 public:
  Seats(const std::vector<BusPlan>& buses, const std::vector<NetworkName>& networks,
        ListReader& reader)
      : buses_(buses), networks_(networks), reader_(reader) {}

  std::optional<CardPlan> seat(const Item& item, const CardKind& kind) {
    CardPlan card{item.name, &kind, {}, 0};
    for (const std::string& needed : kind.buses) {
      const auto bus = bus_for(item, kind, needed);
      if (!bus) return std::nullopt;
      card.buses.push_back(*bus);
    }
    const auto network = network_for(item, kind);
    if (!network) return std::nullopt;
    card.network = *network;
    return card;
  }

 private:
  /// The first of this kind; of those that the card names if it names any.
  std::optional<std::size_t> bus_for(const Item& item, const CardKind& kind,
                                     const std::string& needed) {
    for (const std::string& name : item.on)
      if (!find(buses_, name)) {
        reader_.fault(item.name + " is on " + name + ", which the node has not",
                      "its buses: " + listed(buses_), "name one of these, or add it to node.buses");
        return std::nullopt;
      }
    for (std::size_t i = 0; i < buses_.size(); ++i) {
      const bool named = item.on.empty() ||
                         std::find(item.on.begin(), item.on.end(), buses_[i].name) != item.on.end();
      if (named && buses_[i].kind->name == needed) return i;
    }
    reader_.fault(item.name + " needs a bus of kind " + needed + ", and is on none",
                  "buses of the kinds that " + kind.name + " needs",
                  "add it: node.buses=\"" + needed + "\"");
    return std::nullopt;
  }

  std::optional<std::size_t> network_for(const Item& item, const CardKind& kind) {
    if (!item.at.empty() && !find(networks_, item.at)) {
      reader_.fault(item.name + " is at network " + item.at + ", which the system has not",
                    "its networks: " + listed(networks_),
                    "name one of these, or add it to system.networks");
      return std::nullopt;
    }
    std::string fitting;
    for (const std::string& one : kind.networks)
      fitting.append(fitting.empty() ? "" : " or ").append(one);
    for (std::size_t i = 0; i < networks_.size(); ++i) {
      const bool named = item.at.empty() || networks_[i].name == item.at;
      const auto fits =
          std::find(kind.networks.begin(), kind.networks.end(), networks_[i].kind->name);
      if (named && fits != kind.networks.end()) return i;
    }
    reader_.fault(item.name + " fits a network of kind " + fitting + ", and is at none",
                  "networks of that kind: system.networks=\"" + kind.networks.front() + "\"",
                  "add one, or choose another card for this network");
    return std::nullopt;
  }

  const std::vector<BusPlan>& buses_;
  const std::vector<NetworkName>& networks_;
  ListReader& reader_;
};

}  // namespace

std::vector<NetworkName> network_names(const std::string& list, const Parts& parts) {
  std::vector<Fault> faults;
  std::vector<NetworkName> networks;
  ListReader("system.networks", faults)
      .read(list, parts.networks, [&](const Item& item, const NetworkKind& kind) {
        networks.push_back({item.name, &kind});
      });
  throw_if_any(faults);
  return networks;
}

NodePlan node_plan(const NodeParts& lists, const std::vector<NetworkName>& networks,
                   const Parts& parts) {
  std::vector<Fault> faults;
  NodePlan plan;
  ListReader("node.buses", faults)
      .read(lists.buses, parts.buses, [&](const Item& item, const BusKind& kind) {
        plan.buses.push_back({item.name, &kind});
      });
  const bool may_sit = faults.empty();
  if (plan.buses.size() > Windows::kMostBuses)
    faults.push_back({"node.buses", std::to_string(plan.buses.size()) + " buses",
                      "at most " + std::to_string(Windows::kMostBuses) + ", with windows for cards",
                      "put several cards on one bus"});
  ListReader cards("node.cards", faults);
  Seats seats(plan.buses, networks, cards);
  cards.read(lists.cards, parts.cards, [&](const Item& item, const CardKind& kind) {
    if (!may_sit) return;
    if (auto card = seats.seat(item, kind)) plan.cards.push_back(std::move(*card));
  });
  throw_if_any(faults);
  return plan;
}

Fault without_cards(const std::string& network, const std::string& where) {
  return {where + "system.networks", "no card is on network " + network,
          "networks with cards of some nodes",
          "put a card on it, for example node.cards=\"lanai, second: lanai at " + network +
              "\", or take it out of the list"};
}

std::string with_kind(const std::string& cards, std::string_view kind, std::string_view other) {
  std::string list;
  for (const std::string& piece : pieces_of(cards)) {
    std::string text = piece;
    for (std::size_t at = text.find(kind); at != text.npos; at = text.find(kind, at + 1)) {
      const bool begins = at == 0 || text[at - 1] == ' ';
      const std::size_t end = at + kind.size();
      if (!begins || (end < text.size() && text[end] != ' ')) continue;
      text.replace(at, kind.size(), other);
      break;
    }
    list.append(list.empty() ? "" : ",").append(text);
  }
  return list;
}

void add_layers(LayerParams& node, const NodePlan& plan) {
  std::set<void (*)(LayerParams&)> added;
  for (const CardPlan& card : plan.cards)
    if (card.kind->add_layer && added.insert(card.kind->add_layer).second)
      card.kind->add_layer(node);
  for (const BusPlan& bus : plan.buses)
    if (bus.kind->add_layer && added.insert(bus.kind->add_layer).second) bus.kind->add_layer(node);
}

void add_layers(LayerParams& shared, const std::vector<NetworkName>& networks) {
  std::set<void (*)(LayerParams&)> added;
  for (const NetworkName& network : networks)
    if (network.kind->add_layer && added.insert(network.kind->add_layer).second)
      network.kind->add_layer(shared);
}

void add_lists(LayerParams& node, const NodeParts& lists) {
  node.add<NodeParts>(lists, [](Parameters& table, NodeParts& own, auto&...) {
    table.add("node.buses", own.buses, "kinds of \"flybar list parts\", with a name: \"io: pci\"",
              {"The buses of a host.", "of the machine"});
    table.add("node.cards", own.cards,
              "kinds of \"flybar list parts\", with a name and a place: \"b: lanai on io at san\"",
              {"The cards of a host.", "of the machine"});
  });
}

void add_lists(LayerParams& shared, const SystemParts& lists) {
  shared.add<SystemParts>(lists, [](Parameters& table, SystemParts& own, auto&...) {
    table.add("system.networks", own.networks, "kinds of \"flybar list parts\", with a name",
              {"The networks of a system.", "of the machine"});
  });
}

}  // namespace flybar::cluster
