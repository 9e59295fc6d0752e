#include "models/cluster/system_table.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flybar::cluster {

SystemTable::SystemTable(SystemParams& params) {
  params.shared.describe(shared_, params.shared);
  for (SystemParams::Role& role : params.roles)
    role.node.describe(roles_.emplace_back(Role{role.name + ".", {}}).table, params.shared);
}

const Parameter* SystemTable::find(std::string_view key) const {
  for (const Role& role : roles_)
    if (key.starts_with(role.prefix)) return role.table.find(key.substr(role.prefix.size()));
  if (const Parameter* parameter = shared_.find(key)) return parameter;
  return roles_.front().table.find(key);
}

std::vector<std::string> SystemTable::keys() const {
  std::vector<std::string> all;
  for (const Parameters* table : {&shared_, &roles_.front().table})
    for (const Parameter& parameter : table->all()) all.push_back(parameter.key);
  return all;
}

void SystemTable::set(std::string_view key, std::string_view text) {
  if (!find(key)) throw ParameterError(unknown_key(key, key, keys()));
  for (Role& role : roles_)
    if (key.starts_with(role.prefix)) return role.table.set(key.substr(role.prefix.size()), text);
  if (shared_.find(key)) return shared_.set(key, text);
  for (Role& role : roles_) role.table.set(key, text);
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
  for (const Parameter& parameter : shared_.all()) all.push_back({parameter.key, &parameter});
  for (std::size_t i = 0; i < roles_.front().table.all().size(); ++i) {
    const Parameter& first = roles_.front().table.all()[i];
    const bool agree = std::all_of(roles_.begin(), roles_.end(), [&](const Role& role) {
      return role.table.all()[i].value() == first.value();
    });
    if (agree) {
      all.push_back({first.key, &first});
    } else {
      for (const Role& role : roles_)
        all.push_back({role.prefix + first.key, &role.table.all()[i]});
    }
  }
  return all;
}

}  // namespace flybar::cluster
