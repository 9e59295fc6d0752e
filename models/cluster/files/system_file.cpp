#include "models/cluster/files/system_file.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "models/cluster/files/system_networks.h"

namespace flybar::cluster {
namespace {

/// What several groups have is told once.
void append(std::vector<Fault>& to, const std::vector<Fault>& from) {
  for (const Fault& fault : from)
    if (std::none_of(to.begin(), to.end(),
                     [&](const Fault& known) { return known.text() == fault.text(); }))
      to.push_back(fault);
}

using Role = SystemParams::Role;

/// Settings of a group that list its parts, as they are for a platform.
std::vector<Setting> lists_of(const NodeGroup& nodes, const std::vector<Setting>& settings) {
  std::vector<Setting> lists;
  for (const Setting& setting : settings)
    for (const char* key : {"node.buses", "node.cards", "system.networks"})
      if (setting.key == key || setting.key == nodes.name + "." + key)
        lists.push_back({setting.where, key, setting.text});
  return lists;
}

[[noreturn]] void refuse_role(const NodeGroup& nodes, const SystemParams& system) {
  std::string roles;
  for (const Role& role : system.roles) roles.append(roles.empty() ? "" : ", ").append(role.name);
  throw ConfigurationError(
      {{nodes.role_where, "\"" + nodes.role + "\"",
        roles.empty() ? "none: machine " + system.machine + " tells no roles apart"
                      : roles + ": the roles of machine " + system.machine,
        roles.empty() ? "leave it out" : "choose one of these"}});
}

/// What a group of nodes has by its platform and the parts that the file lists.
struct Group {
  Role role;
  LayerParams shared;
  std::string machine;
};

/// It and the lists of parts are told by their own places, other faults by the platform's.
Group group_of(const NodeGroup& nodes, const PlatformFile& platform, const Kinds& kinds,
               const std::vector<Setting>& settings) {
  const std::vector<Setting> lists = lists_of(nodes, settings);
  try {
    const std::unique_ptr<System> system = load_system(kinds, platform, lists);
    const std::vector<Role>& roles = system->params.roles;
    const auto found = nodes.role.empty()
                           ? std::prev(roles.end())
                           : std::find_if(roles.begin(), roles.end(), [&](const Role& role) {
                               return role.name == nodes.role;
                             });
    if (found == roles.end()) refuse_role(nodes, system->params);
    return {{nodes.name, found->node, nodes.count, nodes.runs},
            system->params.shared,
            system->params.machine};
  } catch (const ConfigurationError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults) {
      const bool placed = fault.where == nodes.role_where ||
                          std::any_of(lists.begin(), lists.end(), [&](const Setting& list) {
                            return fault.where == list.where + ": " + list.key;
                          });
      if (!placed) fault.where = nodes.platform_where + ": " + fault.where;
    }
    throw ConfigurationError(std::move(faults));
  }
}

PlatformFile platform_of(const NodeGroup& nodes) {
  if (nodes.platform.empty())
    throw ConfigurationError(
        {{nodes.where + ": [nodes." + nodes.name + "]", "there is no platform",
          "names of \"flybar list platforms\", or paths of .toml files",
          "add platform = \"alphastation-500\" to it, or before the sections"}});
  try {
    return find_platform(nodes.platform);
  } catch (const ConfigurationError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults) fault.where = nodes.platform_where + ": " + fault.where;
    throw ConfigurationError(std::move(faults));
  }
}

/// The platform of each group. For one that there is not the defaults of a machine stand in, so
/// that the rest of the file can be checked.
struct Platforms {
  Platforms(const SystemFile& file, std::vector<Fault>& faults) : of(file.groups.size()) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      try {
        of[i] = platform_of(file.groups[i]);
        stand_in.machine = of[i]->machine;
        any = true;
      } catch (const ConfigurationError& error) {
        append(faults, error.faults());
      }
    }
  }
  std::vector<std::optional<PlatformFile>> of;
  PlatformFile stand_in;
  bool any = false;
};

/// The system with the layers of all groups.
SystemParams with_groups(const SystemFile& file, const Platforms& platforms, const Kinds& kinds,
                         const std::vector<Setting>& settings, std::vector<Fault>& faults) {
  SystemParams params;
  params.parts = &kinds.parts;
  params.nodes = file.nodes();
  for (std::size_t i = 0; i < file.groups.size(); ++i) {
    const NodeGroup& nodes = file.groups[i];
    const PlatformFile& platform = platforms.of[i] ? *platforms.of[i] : platforms.stand_in;
    try {
      Group group = group_of(nodes, platform, kinds, settings);
      if (params.roles.empty()) params.shared = group.shared, params.machine = group.machine;
      if (group.machine != params.machine)
        faults.push_back({nodes.platform_where, "is of machine " + group.machine,
                          "platforms of machine " + params.machine + ", as of the nodes before",
                          "choose a platform of one machine for all nodes"});
      params.roles.push_back(std::move(group.role));
    } catch (const ConfigurationError& error) {
      append(faults, error.faults());
    }
  }
  return params;
}

/// A group's name would hide the parameters of a block.
void check_names(const SystemFile& file, const System& plain, std::vector<Fault>& faults) {
  std::set<std::string> blocks{"nodes", "network", "experiment", "node", "switch"};
  for (const std::string& key : plain.table.keys()) blocks.insert(key.substr(0, key.find('.')));
  for (const NodeGroup& nodes : file.groups)
    if (blocks.contains(nodes.name))
      faults.push_back({nodes.where + ": [nodes." + nodes.name + "]",
                        "is the name of a block of parameters", "other names",
                        "choose another name, for example sender"});
}

/// Without a platform it is not known which machine's parameters there are.
std::vector<Fault> of_values(const ConfigurationError& error, const std::vector<Setting>& settings,
                             const SystemParams& params, bool machine_known, const Kinds& kinds) {
  std::vector<Fault> told = with_machines(error.faults(), settings, params, kinds);
  if (!machine_known)
    std::erase_if(told, [](const Fault& fault) { return fault.found.starts_with(kOfMachine); });
  return told;
}

}  // namespace

std::unique_ptr<System> load_system(const Kinds& kinds, const SystemFile& file,
                                    const std::vector<Setting>& overrides,
                                    const std::vector<std::string>& other_keys) {
  std::vector<Setting> written = file.settings;
  written.insert(written.end(), overrides.begin(), overrides.end());
  std::vector<Fault> faults = file.faults;
  const Platforms platforms(file, faults);
  const SystemParams params = with_groups(file, platforms, kinds, written, faults);
  if (file.groups.empty() || params.roles.size() < file.groups.size())
    throw ConfigurationError(std::move(faults));
  check_names(file, System(params), faults);
  const std::size_t before = faults.size();
  SystemNetworks networks(file, params, faults);
  networks.check_connections(overrides);
  const bool may_connect = file.faults.empty() && faults.size() == before;
  PlatformFile values;
  values.name = file.name;
  values.settings = networks.settings();
  values.settings.insert(values.settings.end(), file.settings.begin(), file.settings.end());
  try {
    auto system = set_values(params, values, overrides, other_keys, [&](SystemParams& own) {
      if (!may_connect) return;
      own.plans = networks.plan(own, written);
      for (const auto& plan : own.plans) plan->enter(own.shared);
    });
    if (faults.empty()) return system;
  } catch (const ConfigurationError& error) {
    append(faults, of_values(error, written, params, platforms.any, kinds));
  }
  throw ConfigurationError(std::move(faults));
}

}  // namespace flybar::cluster
