#include "testbenches/experiments/measure/declared.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace flybar::experiments {

namespace {

std::string layer_of(std::string_view key) {
  return std::string(key.substr(0, key.find('.')));
}

/// "pci.clock, pci.width together with lanai.sram_width" has three.
std::vector<std::string> parameters_of(const std::string& relief) {
  std::vector<std::string> keys;
  std::string word;
  for (const char c : relief + " ") {
    if (c != ' ' && c != ',') {
      word += c;
      continue;
    }
    if (word.find('.') != std::string::npos) keys.push_back(word);
    word.clear();
  }
  return keys;
}

/// Every parameter of a system, and the layers of the cards and buses that it might have.
class Known {
 public:
  explicit Known(const cluster::SystemParams& system) {
    LayerParams shared = system.shared;
    for (cluster::SystemParams::Role role : system.roles) add(role.node, shared);
    const LayerParams none;
    add(shared, none);
    for (const CardKind& kind : system.parts->cards) add_layer_of(kind);
    for (const BusKind& kind : system.parts->buses) add_layer_of(kind);
  }

  bool has(const std::string& key) const { return keys_.count(key) > 0; }
  /// The key may be a parameter of a part that this system has not.
  bool may_be_elsewhere(const std::string& key) const {
    const std::string layer = layer_of(key);
    return layers_.count(layer) == 0 &&
           std::any_of(elsewhere_.begin(), elsewhere_.end(),
                       [&](const LayerParams& part) { return part.has(layer); });
  }

 private:
  void add(LayerParams& params, const LayerParams& shared) {
    Parameters table;
    params.describe(table, shared);
    for (const Parameter& row : table.all()) {
      keys_.insert(row.key);
      layers_.insert(layer_of(row.key));
    }
  }
  /// The parameters of a card or a bus begin with the name of its layer.
  template <class Kind>
  void add_layer_of(const Kind& kind) {
    if (kind.add_layer != nullptr) kind.add_layer(elsewhere_.emplace_back());
  }

  std::set<std::string> keys_, layers_;
  std::vector<LayerParams> elsewhere_;
};

/// Each resource is looked at once, since all parts of a kind point to the same one.
class Check {
 public:
  explicit Check(const cluster::SystemParams& system) : known_(system) {}

  void part(const std::string& place, const Uses& uses) {
    std::vector<const Resource*> own;
    for (const Use& use : uses) {
      if (use.resource == nullptr) continue;
      if (std::find(own.begin(), own.end(), use.resource) != own.end())
        refuse(place, "it declares its resource " + quoted(*use.resource) + " twice",
               "each resource once", "add up what belongs together");
      own.push_back(use.resource);
      resource(place, *use.resource);
      relief(place, *use.resource, use.relief);
      for (const Relieved& some : use.parts) relief(place, *use.resource, some.by);
    }
  }
  void network(const std::string& place, const Network& network) {
    resource(place, network.cable());
    if (network.crossing() != nullptr) resource(place, *network.crossing());
  }
  void resource(const std::string& place, const Resource& resource) {
    if (seen_.insert(&resource).second) relief(place, resource, resource.relief);
  }

 private:
  void relief(const std::string& place, const Resource& resource, const std::string& text) const {
    for (const std::string& key : parameters_of(text))
      if (!known_.has(key) && !known_.may_be_elsewhere(key))
        refuse(place,
               "its resource " + quoted(resource) + " is relieved by " + key +
                   ", which is no parameter",
               "parameters of the system, as flybar params lists them",
               "mend Resource::relief, or leave it empty");
  }
  static std::string quoted(const Resource& resource) {
    return "\"" + std::string(resource.name) + "\"";
  }
  [[noreturn]] static void refuse(const std::string& place, const std::string& found,
                                  const std::string& allowed, const std::string& advice) {
    throw ConfigurationError({{place, found, allowed, advice}});
  }

  const Known known_;
  std::set<const Resource*> seen_;
};

}  // namespace

void check_declared(cluster::Hardware& hardware, const cluster::SystemParams& system) {
  Check check(system);
  for (std::size_t n = 0; n < hardware.nodes(); ++n) {
    cluster::Node& node = hardware.node(n);
    const std::string name = node.basename();
    check.part(node.cpu.name(), node.cpu.uses());
    check.part(node.disk.name(), node.disk.uses(Time()));
    for (const cluster::Node::Seat& seat : node.seats) {
      check.part(name + "." + seat.name, seat.card->uses());
      for (const std::size_t bus : seat.buses)
        check.part(name + "." + node.bus_name(bus), node.bus(bus).uses());
      check.network("network " + std::to_string(seat.network), hardware.network(seat.network));
    }
  }
}

}  // namespace flybar::experiments
