#include "models/cluster/files/system_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace flybar::cluster {

SystemTable::SystemTable(SystemParams& params) {
  params.shared.describe(shared_, params.shared);
  for (SystemParams::Role& role : params.roles)
    role.node.describe(roles_.emplace_back(Role{role.name + ".", {}}).table, params.shared);
}

/// What each role has of this key, or null.
std::vector<const Parameter*> SystemTable::of_roles(std::string_view key) const {
  std::vector<const Parameter*> all;
  for (const Role& role : roles_) all.push_back(role.table.find(key));
  return all;
}

const Parameter* SystemTable::find(std::string_view key) const {
  for (const Role& role : roles_)
    if (key.starts_with(role.prefix)) return role.table.find(key.substr(role.prefix.size()));
  if (const Parameter* parameter = shared_.find(key)) return parameter;
  for (const Parameter* parameter : of_roles(key))
    if (parameter) return parameter;
  return nullptr;
}

std::vector<std::string> SystemTable::keys() const {
  std::vector<std::string> all;
  std::set<std::string> known;
  const auto add = [&](const Parameters& table) {
    for (const Parameter& parameter : table.all())
      if (known.insert(parameter.key).second) all.push_back(parameter.key);
  };
  add(shared_);
  for (const Role& role : roles_) add(role.table);
  return all;
}

void SystemTable::set(std::string_view key, std::string_view text) {
  if (!find(key)) throw ParameterError(unknown_key(key, key, keys()));
  for (Role& role : roles_)
    if (key.starts_with(role.prefix)) return role.table.set(key.substr(role.prefix.size()), text);
  if (shared_.find(key)) return shared_.set(key, text);
  for (Role& role : roles_)
    if (role.table.find(key)) role.table.set(key, text);
}

void SystemTable::derive() const {
  shared_.derive();
  for (const Role& role : roles_) role.table.derive();
}

std::vector<Fault> SystemTable::faults() const {
  std::vector<Fault> all = shared_.faults();
  std::vector<std::vector<Fault>> of_roles;
  for (const Role& role : roles_) of_roles.push_back(role.table.faults());
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    for (Fault& fault : of_roles[i]) {
      const auto has = [text = fault.text()](const std::vector<Fault>& faults) {
        return std::any_of(faults.begin(), faults.end(),
                           [&](const Fault& other) { return other.text() == text; });
      };
      const bool of_all = std::all_of(of_roles.begin(), of_roles.end(), has);
      if (of_all && i > 0) continue;
      Fault& added = all.emplace_back(fault);
      if (!of_all) added.where.insert(0, roles_[i].prefix);
    }
  }
  return all;
}

std::vector<SystemTable::Row> SystemTable::rows() const {
  std::vector<Row> all;
  for (const std::string& key : keys()) {
    if (const Parameter* parameter = shared_.find(key)) {
      all.push_back({key, parameter});
      continue;
    }
    const std::vector<const Parameter*> own = of_roles(key);
    const bool agree = std::all_of(own.begin(), own.end(), [&](const Parameter* parameter) {
      return parameter && own.front() && parameter->value() == own.front()->value();
    });
    if (agree) all.push_back({key, own.front()});
    for (std::size_t i = 0; !agree && i < own.size(); ++i)
      if (own[i]) all.push_back({roles_[i].prefix + key, own[i]});
  }
  return all;
}

}  // namespace flybar::cluster
