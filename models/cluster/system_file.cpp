#include "models/cluster/system_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>

#include "models/cluster/builtin.h"
#include "models/cluster/system_networks.h"
#include "models/common/input_file.h"

namespace flybar::cluster {
namespace {

constexpr std::string_view kOptions = "experiment.", kNodes = "nodes.", kNetwork = "network.";
constexpr const char* kRuns = "both, send, receive, nothing";
constexpr const char* kSections =
    "name, summary, platform, [nodes.NAME], [network], [experiment], and parameters";

void append(std::vector<Fault>& to, const std::vector<Fault>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// A name that can stand before a key: "sender".
bool is_name(const std::string& text) {
  const auto ok = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), ok);
}

/// Reads the values of one file and collects faults.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file)
      : values_(parse_toml(text, file)), file_(file) {}

  SystemFile read() {
    read_.path = file_;
    for (const TomlValue& value : values_) take(value);
    for (const auto& [key, text] : {std::pair{"name", &read_.name}, {"summary", &read_.summary}})
      if (text->empty())
        fault(file_, std::string("there is no ") + key, kSections,
              std::string("add the line ") + key + " = \"...\" before the sections");
    finish_groups();
    if (!faults_.empty()) throw ConfigurationError(std::move(faults_));
    return std::move(read_);
  }

 private:
  void fault(std::string where, std::string found, std::string allowed, std::string advice) {
    faults_.push_back({std::move(where), std::move(found), std::move(allowed), std::move(advice)});
  }

  void take(const TomlValue& value) {
    const std::string where = file_ + ":" + std::to_string(value.line);
    const std::string& key = value.key;
    if (key.starts_with(kNetwork)) return take_network(value, where);
    if (value.array)
      return fault(where + ": " + key, "is a list", kSections, "write one value in quotes");
    const std::string& text = value.texts.front();
    if (key == "name")
      read_.name = text;
    else if (key == "summary")
      read_.summary = text;
    else if (key == "platform")
      platform_ = text, platform_where_ = where;
    else if (key.starts_with(kOptions))
      read_.options.push_back({where, key.substr(kOptions.size()), text});
    else if (key.starts_with(kNodes))
      take_of_nodes(key.substr(kNodes.size()), text, where);
    else
      read_.settings.push_back({where, key, text});
  }

  /// Which keys a section may have says the kind of its network, which is not known yet.
  void take_network(const TomlValue& value, const std::string& where) {
    const std::size_t dot = value.key.rfind('.');
    const std::string name = value.key.substr(0, dot);
    NetworkSection& network = section(name, where);
    network.values.push_back(value);
    network.values.back().key = value.key.substr(dot + 1);
  }

  NetworkSection& section(const std::string& name, const std::string& where) {
    for (NetworkSection& known : read_.networks)
      if (known.name == name) return known;
    return read_.networks.emplace_back(NetworkSection{name, where + ": [" + name + "]", file_, {}});
  }

  NodeGroup& group(const std::string& name, const std::string& where) {
    for (NodeGroup& known : read_.groups)
      if (known.name == name) return known;
    if (!is_name(name))
      fault(where + ": [nodes." + name + "]", "is no name for nodes",
            "lower-case letters, digits and \"-\"", "choose another name");
    NodeGroup& added = read_.groups.emplace_back();
    added.where = where;
    added.name = name;
    return added;
  }

  void take_of_nodes(const std::string& path, const std::string& text, const std::string& where) {
    const std::size_t dot = path.find('.');
    if (dot == path.npos)
      return fault(where + ": nodes." + path, "belongs to no group of nodes", "[nodes.NAME]",
                   "write for example [nodes.sender] above it");
    NodeGroup& nodes = group(path.substr(0, dot), where);
    const std::string key = path.substr(dot + 1);
    if (key == "platform")
      nodes.platform = text, nodes.platform_where = where;
    else if (key == "role")
      nodes.role = text, nodes.role_where = where + ": role";
    else if (key == "count")
      take_count(nodes, text, where);
    else if (key == "runs")
      take_runs(nodes, text, where);
    else
      read_.settings.push_back({where, nodes.name + "." + key, text});
  }

  void take_count(NodeGroup& nodes, const std::string& text, const std::string& where) {
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size() || count < 1 || count > kMostNodes)
      return fault(where + ": count", "\"" + text + "\" nodes",
                   "1 .. " + std::to_string(kMostNodes), "write for example count = 4");
    nodes.count = count;
  }

  void take_runs(NodeGroup& nodes, const std::string& text, const std::string& where) {
    constexpr std::pair<std::string_view, Runs> kNames[] = {{"both", Runs::kBoth},
                                                            {"send", Runs::kSend},
                                                            {"receive", Runs::kReceive},
                                                            {"nothing", Runs::kNothing}};
    for (const auto& [name, runs] : kNames)
      if (name == text) return void(nodes.runs = runs);
    fault(where + ": runs", "\"" + text + "\"", kRuns, "choose one of these");
  }

  void finish_groups() {
    if (read_.groups.empty())
      fault(file_, "there are no nodes", "[nodes.NAME] with count and platform",
            "add for example [nodes.sender]");
    for (NodeGroup& nodes : read_.groups) {
      if (nodes.platform.empty())
        nodes.platform = platform_, nodes.platform_where = platform_where_;
      if (nodes.platform.empty())
        fault(nodes.where + ": [nodes." + nodes.name + "]", "there is no platform",
              "names of \"flybar list platforms\", or paths of .toml files",
              "add platform = \"alphastation-500\" to it, or before the sections");
    }
    if (read_.nodes() > kMostNodes)
      fault(file_, std::to_string(read_.nodes()) + " nodes", "1 .. " + std::to_string(kMostNodes),
            "leave some out");
  }

  const std::vector<TomlValue> values_;
  const std::string file_;
  std::string platform_, platform_where_;
  SystemFile read_;
  std::vector<Fault> faults_;
};

/// Platforms by a path beside the system file.
void resolve_paths(SystemFile& file, const std::filesystem::path& directory) {
  for (NodeGroup& nodes : file.groups)
    if (nodes.platform.ends_with(".toml") && std::filesystem::path(nodes.platform).is_relative())
      nodes.platform = (directory / nodes.platform).string();
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

Group group_of(const NodeGroup& nodes, const Kinds& kinds, const std::vector<Setting>& settings) {
  try {
    const PlatformFile platform = find_platform(nodes.platform);
    const std::unique_ptr<System> system = load_system(kinds, platform, lists_of(nodes, settings));
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
    for (Fault& fault : faults)
      if (fault.where != nodes.role_where) fault.where = nodes.platform_where + ": " + fault.where;
    throw ConfigurationError(std::move(faults));
  }
}

/// The system with the layers of all groups.
SystemParams with_groups(const SystemFile& file, const Kinds& kinds,
                         const std::vector<Setting>& settings, std::vector<Fault>& faults) {
  SystemParams params;
  params.parts = &kinds.parts;
  params.nodes = file.nodes();
  for (const NodeGroup& nodes : file.groups) {
    try {
      Group group = group_of(nodes, kinds, settings);
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

}  // namespace

std::size_t SystemFile::nodes() const {
  std::size_t sum = 0;
  for (const NodeGroup& nodes : groups) sum += nodes.count;
  return sum;
}

std::vector<SystemFile> builtin_systems() {
  std::vector<SystemFile> all;
  for (const BuiltinFile& file : kBuiltinSystems) all.push_back(parse_system(file.text, file.path));
  return all;
}

SystemFile parse_system(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

SystemFile find_system(const std::string& name_or_path) {
  if (name_or_path.ends_with(".toml") || is_stream_input(name_or_path)) {
    SystemFile file = parse_system(read_toml_text(name_or_path), name_or_path);
    resolve_paths(file, std::filesystem::path(name_or_path).parent_path());
    return file;
  }
  std::vector<std::string> names;
  std::string listed;
  for (SystemFile& file : builtin_systems()) {
    if (file.name == name_or_path) return std::move(file);
    listed.append(listed.empty() ? "" : ", ").append(file.name);
    names.push_back(file.name);
  }
  const std::string near = nearest(name_or_path, names);
  throw ConfigurationError(
      {Fault{"system", "there is none named \"" + name_or_path + "\"",
             listed + ", or the path of a .toml file",
             near.empty() ? "choose one of these" : "did you mean \"" + near + "\"?"}});
}

std::unique_ptr<System> load_system(const Kinds& kinds, const SystemFile& file,
                                    const std::vector<Setting>& overrides,
                                    const std::vector<std::string>& other_keys) {
  std::vector<Setting> written = file.settings;
  written.insert(written.end(), overrides.begin(), overrides.end());
  std::vector<Fault> faults;
  const SystemParams params = with_groups(file, kinds, written, faults);
  if (params.roles.empty()) throw ConfigurationError(std::move(faults));
  check_names(file, System(params), faults);
  SystemNetworks networks(file, params, faults);
  networks.check_connections(overrides);
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  PlatformFile values;
  values.name = file.name;
  values.settings = networks.settings();
  values.settings.insert(values.settings.end(), file.settings.begin(), file.settings.end());
  return set_values(params, values, overrides, other_keys, [&networks](SystemParams& own) {
    own.plans = networks.plan(own);
    for (const auto& plan : own.plans) plan->enter(own.shared);
  });
}

}  // namespace flybar::cluster
