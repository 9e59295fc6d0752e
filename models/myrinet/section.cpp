#include "models/myrinet/section.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace flybar::myrinet {
namespace {

constexpr std::pair<const char*, std::optional<PlacedText> Written::*> kSingle[] = {
    {"shape", &Written::shape},         {"ports", &Written::ports}, {"up", &Written::up},
    {"bisection", &Written::bisection}, {"rows", &Written::rows},   {"columns", &Written::columns},
    {"trunk", &Written::trunk}};

/// A key, and what it goes with.
struct Use {
  const char* key;
  std::vector<std::string_view> shapes;
  bool by_parameters = false;  ///< also with the shape that network.shape chooses
  const char* allowed;
};

const std::vector<Use>& uses() {
  static const std::vector<Use> kUses = {
      {"ports", {"one", "chain", "tree", "clos", "mesh"}, true, "ports with a shape"},
      {"up", {"clos"}, false, "up with clos"},
      {"bisection", {"clos"}, true, "bisection with clos, without up"},
      {"rows", {"mesh"}, false, "rows and columns with mesh"},
      {"columns", {"mesh"}, false, "rows and columns with mesh"},
      {"trunk", {"chain", "tree", "clos", "mesh"}, false, "trunk with chain, tree, clos or mesh"}};
  return kUses;
}

std::vector<PlacedText> placed(const TomlValue& value, const std::string& file) {
  std::vector<PlacedText> texts;
  for (std::size_t i = 0; i < value.texts.size(); ++i) {
    const int line = value.array ? value.lines[i] : value.line;
    texts.push_back({file + ":" + std::to_string(line), value.texts[i]});
  }
  return texts;
}

/// How the section connects its nodes.
std::string connection(const Written& network) {
  if (network.shape) return fmt::format("with shape \"{}\"", network.shape->text);
  const bool by_hand = !network.switches.empty() || !network.cables.empty();
  return by_hand ? "with switches and cables one by one" : "without a shape";
}

bool is_used(const Use& use, const Written& network) {
  if (std::string_view(use.key) == "bisection" && network.up) return false;
  const auto is_of = [&](const Use& other) {
    return std::find(other.shapes.begin(), other.shapes.end(), network.shape->text) !=
           other.shapes.end();
  };
  const bool is_shape = network.shape && std::any_of(uses().begin(), uses().end(), is_of);
  if (network.shape) return is_of(use) || !is_shape;
  return use.by_parameters && network.switches.empty() && network.cables.empty();
}

}  // namespace

Written written(const NetworkSection& section) {
  Written all;
  all.where = section.where;
  all.name = section.name;
  for (const TomlValue& value : section.values) {
    if (value.key == "switches") all.switches = placed(value, section.file);
    if (value.key == "cables") all.cables = placed(value, section.file);
    for (const auto& [key, field] : kSingle)
      if (value.key == key) all.*field = placed(value, section.file).front();
  }
  return all;
}

std::vector<Fault> unused_keys(const Written& network) {
  std::vector<Fault> faults;
  const auto refuse = [&](const PlacedText& text, const char* key, const char* allowed) {
    faults.push_back({fmt::format("{}: {}.{}", text.where, network.name, key),
                      "is given " + connection(network), allowed, "leave one of them out"});
  };
  for (const Use& use : uses())
    for (const auto& [key, field] : kSingle)
      if (std::string_view(key) == use.key && network.*field && !is_used(use, network))
        refuse(*(network.*field), key, use.allowed);
  constexpr const char* kEither = "a shape, or switches and cables";
  if (network.shape && !network.switches.empty())
    refuse(network.switches.front(), "switches", kEither);
  if (network.shape && !network.cables.empty()) refuse(network.cables.front(), "cables", kEither);
  return faults;
}

}  // namespace flybar::myrinet
