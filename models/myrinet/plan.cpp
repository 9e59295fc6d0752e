#include "models/myrinet/plan.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "models/common/parameters.h"
#include "models/common/quantity.h"
#include "models/myrinet/network.h"
#include "models/myrinet/section.h"
#include "models/myrinet/shape/route_byte.h"
#include "models/myrinet/shape/routes.h"

namespace flybar::myrinet {
namespace {

/// Of a NIC's route table.
constexpr std::size_t kMostHops = 8;
constexpr double kShortest = 0.1, kLongest = 100;  // m, as link.length
constexpr const char* kShapes = "one, chain, tree, clos, mesh";
constexpr const char* kCableForm = "\"sender 0 - switch 0 port 5\", or with \", 25 m\" behind it";

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> all;
  for (text = trimmed(text); !text.empty();) {
    const std::size_t end = std::min(text.find(' '), text.size());
    all.push_back(text.substr(0, end));
    text = trimmed(text.substr(end));
  }
  return all;
}

/// Builds the topology and collects what is wrong with it.
class Builder {
 public:
  Builder(const Written& network, const std::vector<NamedPorts>& nodes, const NetworkParams& params)
      : network_(network), nodes_(nodes), params_(params) {
    for (const NamedPorts& group : nodes) topology_.nodes += group.count;
  }

  Topology build() {
    faults_ = unused_keys(network_);
    if (network_.shape)
      build_shape();
    else
      build_by_hand();
    if (faults_.empty()) check_routes();
    if (!faults_.empty()) throw ConfigurationError(std::move(faults_));
    return std::move(topology_);
  }

 private:
  void fault(std::string where, std::string found, std::string allowed, std::string advice) {
    faults_.push_back({std::move(where), std::move(found), std::move(allowed), std::move(advice)});
  }

  /// A number of the shape, 0 if it is missing or wrong.
  std::size_t number_of(const std::optional<PlacedText>& text, const char* key, std::size_t most) {
    if (!text) {
      fault(network_.where, std::string("there is no ") + key,
            "a mesh with rows and columns, a Clos network with up",
            std::string("add for example ") + key + " = 4");
      return 0;
    }
    const auto value = number(text->text);
    if (value && *value >= 1 && *value <= most) return *value;
    fault(text->where + this->key(key), fmt::format("\"{}\"", text->text),
          "1 .. " + std::to_string(most), "correct it");
    return 0;
  }

  void build_shape() {
    const std::string& shape = network_.shape->text;
    const std::string where = network_.shape->where + key("shape");
    const std::size_t nodes = topology_.nodes;
    const auto ports = static_cast<std::size_t>(params_.switches.ports);
    const std::vector<std::pair<std::string, std::function<Topology()>>> shapes = {
        {"one", [&] { return one_switch(nodes, ports); }},
        {"chain", [&] { return switch_chain(nodes, ports); }},
        {"tree", [&] { return switch_tree(nodes, ports); }},
        {"clos",
         [&] {
           if (!network_.up) return folded_clos(nodes, ports, params_.bisection);
           const std::size_t up = number_of(network_.up, "up", ports - 1);
           return up == 0 ? Topology{} : switch_clos(nodes, ports, up);
         }},
        {"mesh", [&] {
           const std::size_t rows = number_of(network_.rows, "rows", kMostPorts);
           const std::size_t columns = number_of(network_.columns, "columns", kMostPorts);
           if (rows * columns == 0) return Topology{};
           return switch_mesh(nodes, ports, rows, columns);
         }}};
    std::vector<std::string> names;
    for (const auto& [name, make] : shapes) {
      names.push_back(name);
      if (name != shape) continue;
      try {
        topology_ = make();
      } catch (const ConfigurationError& error) {
        for (Fault found : error.faults()) {
          found.where = where + ": " + found.where;
          faults_.push_back(std::move(found));
        }
      }
      return set_trunk();
    }
    const std::string near = nearest(shape, names);
    fault(where, fmt::format("there is no shape \"{}\"", shape), kShapes,
          near.empty() ? "choose one of these" : fmt::format("did you mean \"{}\"?", near));
  }

  void set_trunk() {
    if (!network_.trunk) return;
    const auto length = parse_length(network_.trunk->where + key("trunk"), network_.trunk->text);
    for (CableLayout& cable : topology_.cables)
      if (cable.a.is_switch() && cable.b.is_switch()) cable.length = length;
  }

  void build_by_hand() {
    if (network_.switches.empty() && network_.cables.empty()) {
      topology_ = topology_of(params_, topology_.nodes);
      return;
    }
    for (const PlacedText& text : network_.switches) add_switch(text);
    for (const PlacedText& text : network_.cables) add_cable(text);
    if (!faults_.empty()) return;
    for (Fault found : check(topology_)) {
      found.where = place_of(found.where);
      faults_.push_back(std::move(found));
    }
  }

  void add_switch(const PlacedText& text) {
    const auto ports = number(text.text);
    if (!ports)
      fault(text.where + key("switches"), fmt::format("\"{}\" is no number of ports", text.text),
            "1 .. " + std::to_string(kMostPorts), "write for example [8, 8]");
    topology_.switch_ports.push_back(ports.value_or(0));
  }

  void add_cable(const PlacedText& text) {
    const std::size_t comma = text.text.find(',');
    const std::string_view ends = std::string_view(text.text).substr(0, comma);
    const std::size_t dash = ends.find(" - ");
    const auto a = parse_end(ends.substr(0, dash));
    const auto b = dash == ends.npos ? std::nullopt : parse_end(ends.substr(dash + 3));
    if (!a || !b) {
      fault(text.where, fmt::format("\"{}\" is no cable", text.text), kCableForm,
            "name two ends: nodes of this file, or ports of switches");
      return;
    }
    std::optional<double> length;
    if (comma != std::string::npos)
      length = parse_length(text.where + key("cables"),
                            trimmed(std::string_view(text.text).substr(comma + 1)));
    topology_.cables.push_back({*a, *b, length});
  }

  std::optional<End> parse_end(std::string_view text) {
    const auto parts = words(text);
    if (parts.size() == 4 && parts[0] == "switch" && parts[2] == "port") {
      const auto device = number(parts[1]), port = number(parts[3]);
      if (device && port) return End::of_switch(*device, *port);
    }
    const auto which = parts.size() == 2 ? number(parts[1]) : std::nullopt;
    if (which && parts[0] == "node") return End::node(*which);
    for (const NamedPorts& group : nodes_)
      if (which && parts[0] == group.name && *which < group.count)
        return End::node(group.first + *which);
    return std::nullopt;
  }

  std::optional<double> parse_length(const std::string& where, std::string_view text) {
    const std::string allowed =
        quantity::print_number(kShortest, "m") + " .. " + quantity::print_number(kLongest, "m");
    const auto length = quantity::parse_number(text, "m");
    if (!length)
      fault(where, fmt::format("\"{}\" is no length", text), allowed, "write for example \"25 m\"");
    else if (*length < kShortest || *length > kLongest)
      fault(where, "a cable of " + quantity::print_number(*length, "m"), allowed,
            *length < kShortest ? "make it longer" : "make it shorter");
    return length;
  }

  void check_routes() {
    const Routes routes(topology_);
    for (std::size_t from = 0; from < topology_.nodes; ++from)
      for (std::size_t to = 0; to < topology_.nodes; ++to) {
        if (from == to) continue;
        const std::size_t hops = routes.route(from, to).size();
        if (hops <= kMostHops) continue;
        fault(network_.where,
              "the way from node " + std::to_string(from) + " to node " + std::to_string(to) +
                  " leads over " + std::to_string(hops) + " switches",
              "at most " + std::to_string(kMostHops) + ", the route bytes of a NIC",
              "use larger switches, or another shape");
        return;
      }
  }

  /// The line for a place of check().
  std::string place_of(const std::string& place) const {
    for (std::size_t i = 0; i < network_.cables.size(); ++i)
      if (place == cable_place(i)) return network_.cables[i].where + key("cables");
    for (std::size_t i = 0; i < network_.switches.size(); ++i)
      if (place == switch_place(i)) return network_.switches[i].where;
    return network_.where + ": " + place;
  }

  std::string key(const std::string& name) const { return ": " + network_.name + "." + name; }

  const Written& network_;
  const std::vector<NamedPorts>& nodes_;
  const NetworkParams& params_;
  Topology topology_;
  std::vector<Fault> faults_;
};

}  // namespace

std::string Plan::summary() const {
  return fmt::format("{} nodes, {} switches, {} cables", topology_.nodes,
                     topology_.switch_ports.size(), topology_.cables.size());
}

std::string Plan::text() const {
  std::string text;
  for (const std::size_t ports : topology_.switch_ports) text += std::to_string(ports) + " ports\n";
  for (const CableLayout& cable : topology_.cables)
    text += to_text(cable.a) + " - " + to_text(cable.b) + ", " +
            (cable.length ? quantity::print_number(*cable.length, "m") : "link.length") + "\n";
  return text;
}

/// Of several Myrinets the shortest and the longest cables count: a card may be on any.
void Plan::enter(LayerParams& shared) const {
  auto& network = shared.get<NetworkParams>();
  const CableLengths own = lengths_of(topology_, network.link.length);
  const auto both = [](const Lengths& a, const Lengths& b) {
    return Lengths{std::min(a.shortest, b.shortest), std::max(a.longest, b.longest)};
  };
  const CableLengths other = network.laid.value_or(own);
  network.laid = CableLengths{both(own.all, other.all), both(own.of_nodes, other.of_nodes)};
}

std::unique_ptr<flybar::Network> Plan::build(const std::string& name, const LayerParams& shared,
                                             Observer& observer) const {
  return std::make_unique<Network>(name.c_str(), topology_, shared.get<NetworkParams>(), observer);
}

NetworkKind kind() {
  return {.name = "myrinet",
          .summary = "switches and cables of a Myrinet, with STOP and GO",
          .add_layer = &add_layer,
          .keys = {{.name = "switches", .list = true, .connects = true},
                   {.name = "cables", .list = true, .connects = true},
                   {.name = "ports", .parameter = "switch.ports"},
                   {.name = "shape", .connects = true},
                   {.name = "up"},
                   {.name = "bisection", .parameter = "network.bisection"},
                   {.name = "rows"},
                   {.name = "columns"},
                   {.name = "trunk"}},
          .connecting = {"network.shape"},
          .chance = {"link.fault_seed", {"link.byte_errors", "link.lost_tails"}},
          .plan =
              [](const NetworkSection& section, const std::vector<NamedPorts>& ports,
                 const LayerParams& shared) {
                const Written said = written(section);
                return planned(Builder(said, ports, shared.get<NetworkParams>()).build());
              },
          .threads = true};
}

}  // namespace flybar::myrinet
