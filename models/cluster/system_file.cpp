#include "models/cluster/system_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>

#include "models/cluster/builtin.h"
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
      : values_(parse_toml(text, file)), file_(file) {
    read_.network.where = file;
  }

  SystemFile read() {
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

  void take_network(const TomlValue& value, const std::string& where) {
    const std::string key = value.key.substr(kNetwork.size());
    if (read_.network.where == file_) read_.network.where = where + ": [network]";
    if (key == "ports" && !value.array)
      return read_.settings.push_back({where, "switch.ports", value.texts.front()});
    if (key == "bisection" && !value.array)
      read_.settings.push_back({where, value.key, value.texts.front()});
    if (take_network_key(read_.network, key, value, file_)) return;
    const std::vector<std::string> known = network_keys();
    if (std::find(known.begin(), known.end(), value.key) == known.end())
      return faults_.push_back(unknown_key(where, value.key, known));
    fault(where + ": " + value.key, value.array ? "is a list" : "is no list",
          "lists of switches and cables, one value for the other keys",
          value.array ? "write one value in quotes" : "write it in brackets");
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
      take_role(nodes, text, where);
    else if (key == "count")
      take_count(nodes, text, where);
    else if (key == "runs")
      take_runs(nodes, text, where);
    else
      read_.settings.push_back({where, nodes.name + "." + key, text});
  }

  void take_role(NodeGroup& nodes, const std::string& text, const std::string& where) {
    if (text != "client" && text != "server")
      fault(where + ": role", "\"" + text + "\"", "client, server: the roles of a platform",
            "choose one of these");
    nodes.role = text;
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
      if (nodes.role.empty()) nodes.role = "server";
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

/// The parameters that nodes of this group have by their platform; those of no single node are left
/// in `shared`.
Role role_of(const NodeGroup& nodes, const SystemParams& defaults, LayerParams& shared) {
  try {
    const PlatformFile platform = find_platform(nodes.platform);
    const std::unique_ptr<System> system = load_system(defaults, platform);
    shared = system->params.shared;
    for (const Role& role : system->params.roles)
      if (role.name == nodes.role) return {nodes.name, role.node, nodes.count, nodes.runs};
  } catch (const ConfigurationError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults) fault.where = nodes.platform_where + ": " + fault.where;
    throw ConfigurationError(std::move(faults));
  }
  throw std::logic_error("a role that no platform has");
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

/// The shape of the file is not changed from outside.
void check_shape(const SystemFile& file, const std::vector<Setting>& overrides,
                 std::vector<Fault>& faults) {
  const NetworkFile& network = file.network;
  if (!network.shape && network.switches.empty() && network.cables.empty()) return;
  for (const Setting& setting : overrides)
    if (setting.key == "network.shape")
      faults.push_back({setting.where + ": " + setting.key,
                        "is given with a system file that says how its nodes are connected",
                        "network.shape for systems that do not say it",
                        "leave it out, or change [network] of the file"});
}

std::vector<NamedNodes> named_nodes(const SystemFile& file) {
  std::vector<NamedNodes> all;
  std::size_t first = 0;
  for (const NodeGroup& nodes : file.groups) {
    all.push_back({nodes.name, first, nodes.count});
    first += nodes.count;
  }
  return all;
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

std::unique_ptr<System> load_system(const SystemParams& defaults, const SystemFile& file,
                                    const std::vector<Setting>& overrides,
                                    const std::vector<std::string>& other_keys) {
  std::vector<Fault> faults;
  SystemParams params = defaults;
  params.roles.clear();
  check_names(file, System(defaults), faults);
  for (const NodeGroup& nodes : file.groups) {
    LayerParams shared = params.shared;
    try {
      params.roles.push_back(role_of(nodes, defaults, shared));
    } catch (const ConfigurationError& error) {
      append(faults, error.faults());
    }
    if (params.roles.size() == 1) params.shared = shared;
  }
  check_shape(file, overrides, faults);
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  PlatformFile values;
  values.name = file.name;
  values.settings = file.settings;
  return load_system(params, values, overrides, other_keys, [&file](SystemParams& own) {
    auto& network = own.shared.get<myrinet::NetworkParams>();
    own.topology = build_topology(file.network, named_nodes(file), network);
    network.laid = myrinet::lengths_of(*own.topology, network.link.length);
  });
}

}  // namespace flybar::cluster
