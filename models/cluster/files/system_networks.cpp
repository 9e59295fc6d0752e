#include "models/cluster/files/system_networks.h"

#include "models/common/parameters.h"

namespace flybar::cluster {
namespace {

std::string place_of(const NetworkSection& section, const TomlValue& value) {
  return section.file + ":" + std::to_string(value.line);
}

/// The place of the last "system.networks", which is the one that counts; empty if there is none.
std::string where_listed(const std::vector<Setting>& settings) {
  std::string where;
  for (const Setting& setting : settings)
    if (setting.key == "system.networks") where = setting.where + ": ";
  return where;
}

const NetworkKind::Key* find(const NetworkKind& kind, const std::string& name) {
  for (const NetworkKind::Key& key : kind.keys)
    if (key.name == name) return &key;
  return nullptr;
}

}  // namespace

SystemNetworks::SystemNetworks(const SystemFile& file, const SystemParams& params,
                               std::vector<Fault>& faults)
    : names_(params.networks()), faults_(faults) {
  for (std::size_t i = 0; i < names_.size(); ++i)
    sections_.push_back(
        {i == 0 ? "network" : "network." + names_[i].name, file.path, file.path, {}});
  for (const NetworkSection& section : file.networks) place(section);
}

void SystemNetworks::place(const NetworkSection& section) {
  std::string names;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    names.append(names.empty() ? "[" : ", [").append(sections_[i].name).append("]");
    if (sections_[i].name != section.name) continue;
    sections_[i] = section;
    return check_keys(section, *names_[i].kind);
  }
  faults_.push_back({section.where, "belongs to no network of the system", names,
                     "list the network in system.networks, or correct its name"});
}

void SystemNetworks::check_keys(const NetworkSection& section, const NetworkKind& kind) {
  std::vector<std::string> known;
  std::string lists, all;
  for (const NetworkKind::Key& key : kind.keys) {
    known.push_back(section.name + "." + key.name);
    all.append(all.empty() ? "" : ", ").append(key.name);
    if (key.list) lists.append(lists.empty() ? "lists of " : " and ").append(key.name);
  }
  for (const TomlValue& value : section.values) {
    const std::string name = section.name + "." + value.key;
    const NetworkKind::Key* key = find(kind, value.key);
    if (!key) {
      const std::string near = nearest(name, known);
      faults_.push_back({place_of(section, value) + ": " + name,
                         "is nothing that a network of kind " + kind.name + " has",
                         all.empty() ? "no keys" : all,
                         near.empty() ? "leave it out" : "did you mean \"" + near + "\"?"});
    } else if (key->list != value.array) {
      faults_.push_back({place_of(section, value) + ": " + name,
                         value.array ? "is a list" : "is no list",
                         (lists.empty() ? "" : lists + ", ") + "one value for the other keys",
                         value.array ? "write one value in quotes" : "write it in brackets"});
    }
  }
}

template <class Take>
void SystemNetworks::for_each_value(Take take) const {
  for (std::size_t i = 0; i < sections_.size(); ++i)
    for (const TomlValue& value : sections_[i].values)
      if (const auto* key = find(*names_[i].kind, value.key)) take(i, *key, value);
}

std::vector<Setting> SystemNetworks::settings() const {
  std::vector<Setting> all;
  for_each_value([&](std::size_t i, const NetworkKind::Key& key, const TomlValue& value) {
    if (key.parameter && !value.array)
      all.push_back({place_of(sections_[i], value), key.parameter, value.texts.front()});
  });
  return all;
}

void SystemNetworks::check_connections(const std::vector<Setting>& overrides) {
  for (const Setting& setting : overrides) {
    bool connected = false;
    for_each_value([&](std::size_t i, const NetworkKind::Key& key, const TomlValue&) {
      for (const std::string& parameter : names_[i].kind->connecting)
        connected |= key.connects && parameter == setting.key;
    });
    if (connected) refuse_connecting(setting);
  }
}

void SystemNetworks::refuse_connecting(const Setting& setting) {
  faults_.push_back({setting.where + ": " + setting.key,
                     "is given with a system file that says how its nodes are connected",
                     setting.key + " for systems that do not say it",
                     "leave it out, or change [network] of the file"});
}

NetworkPlans SystemNetworks::plan(const SystemParams& params,
                                  const std::vector<Setting>& settings) const {
  const std::vector<std::vector<NamedPorts>> ports = ports_of(params);
  std::vector<Fault> empty;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (ports[i].empty()) empty.push_back(without_cards(names_[i].name, where_listed(settings)));
  if (!empty.empty()) throw ConfigurationError(std::move(empty));
  NetworkPlans plans;
  for (std::size_t i = 0; i < names_.size(); ++i)
    plans.push_back(names_[i].kind->plan(sections_[i], ports[i], params.shared));
  return plans;
}

/// The ports of each network. Their order is that of the nodes, and of the cards of each node.
std::vector<std::vector<NamedPorts>> SystemNetworks::ports_of(const SystemParams& params) const {
  std::vector<std::vector<NamedPorts>> all(names_.size());
  std::vector<std::size_t> next(names_.size());
  for (const SystemParams::Role& role : params.roles) {
    std::vector<std::size_t> cards(names_.size());
    const NodePlan plan = params.plan(role.node);
    for (const CardPlan& card : plan.cards) ++cards[card.network];
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t count = cards[i] * role.count;
      if (count > 0) all[i].push_back({role.name, next[i], count});
      next[i] += count;
    }
  }
  return all;
}

}  // namespace flybar::cluster
