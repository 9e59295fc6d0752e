#include "testbenches/experiments/measure/declared.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace flybar::experiments {

namespace {

std::string layer_of(std::string_view key) {
  return std::string(key.substr(0, key.find('.')));
}

/// Every parameter of a system, and which layers have some.
class Known {
 public:
  explicit Known(const cluster::SystemParams& system) {
    LayerParams shared = system.shared;
    for (cluster::SystemParams::Role role : system.roles) add(role.node, shared);
    LayerParams nothing;
    add(shared, nothing);
    for (const CardKind& kind : system.parts->cards) add_layer_of(kind);
    for (const BusKind& kind : system.parts->buses) add_layer_of(kind);
  }

  bool has(const std::string& key) const { return keys_.count(key) > 0; }
  bool has_layer_of(const std::string& key) const { return layers_.count(layer_of(key)) > 0; }
  /// It may be a parameter of a part that this system has not.
  bool may_be_elsewhere(const std::string& key) const {
    return !has_layer_of(key) && elsewhere_.count(layer_of(key)) > 0;
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
  /// Of a card or a bus the layer's name begins its parameters.
  template <class Kind>
  void add_layer_of(const Kind& kind) {
    if (kind.add_layer == nullptr) return;
    LayerParams own;
    kind.add_layer(own);
    elsewhere_.insert(own.names());
  }

  std::set<std::string> keys_, layers_, elsewhere_;
};

void check_relief(const std::string& part, const std::string& name, const std::string& relief,
                  const Known& known) {
  for (const std::string& key : parameters_of(relief)) {
    if (known.has(key) || known.may_be_elsewhere(key)) continue;
    throw ConfigurationError(
        {{part, "its resource \"" + name + "\" is relieved by " + key + ", which is no parameter",
          "parameters of the system, as flybar params lists them",
          "mend Resource::relief, or leave it empty"}});
  }
}

void check_part(const std::string& part, const Uses& uses, const Known& known) {
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const Resource* const resource = uses[i].resource;
    if (resource == nullptr) continue;
    check_relief(part, resource->name, resource->relief, known);
    for (const Relieved& some : uses[i].parts) check_relief(part, resource->name, some.by, known);
    const auto twice = [resource](const Use& other) { return other.resource == resource; };
    if (std::count_if(uses.begin(), uses.end(), twice) > 1)
      throw ConfigurationError(
          {{part, "it declares its resource \"" + std::string(resource->name) + "\" twice",
            "each resource once", "add up what belongs together"}});
  }
}

}  // namespace

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

void check_declared(cluster::Hardware& hardware, const cluster::SystemParams& system) {
  const Known known(system);
  for (std::size_t n = 0; n < hardware.nodes(); ++n) {
    cluster::Node& node = hardware.node(n);
    check_part(node.cpu.name(), node.cpu.uses(), known);
    check_part(node.disk.name(), node.disk.uses(Time()), known);
    for (const cluster::Node::Seat& seat : node.seats) {
      check_part(seat.card->place(Time()), seat.card->uses(), known);
      for (const std::size_t bus : seat.buses)
        check_part(node.bus_name(bus), node.bus(bus).uses(), known);
      const Resource& cable = hardware.network(seat.network).cable();
      check_relief("network", cable.name, cable.relief, known);
    }
  }
}

}  // namespace flybar::experiments
