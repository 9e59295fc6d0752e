#include <algorithm>
#include <charconv>
#include <filesystem>

#include "models/cluster/files/builtin.h"
#include "models/cluster/files/system_file.h"
#include "models/common/input_file.h"
#include "models/common/parameters.h"

namespace flybar::cluster {
namespace {

constexpr std::string_view kOptions = "experiment.", kNodes = "nodes.", kNetwork = "network.";
constexpr const char* kRuns = "both, send, receive, nothing";
constexpr const char* kSections =
    "name, summary, platform, [nodes.NAME], [network], [experiment], and parameters";

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
    return std::move(read_);
  }

 private:
  void fault(std::string where, std::string found, std::string allowed, std::string advice) {
    read_.faults.push_back(
        {std::move(where), std::move(found), std::move(allowed), std::move(advice)});
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
    else if (key.find('.') == key.npos)
      refuse_key(key, where);
    else
      read_.settings.push_back({where, nodes.name + "." + key, text});
  }

  /// Those of parameters have a dot.
  void refuse_key(const std::string& key, const std::string& where) {
    const std::string near = nearest(key, {"platform", "role", "count", "runs"});
    fault(where + ": " + key, "is nothing that nodes have",
          "platform, role, count, runs, and parameters: mcp.mode",
          near.empty() ? "take it out, or see \"flybar params\" for parameters"
                       : "did you mean \"" + near + "\"?");
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
    for (NodeGroup& nodes : read_.groups)
      if (nodes.platform.empty())
        nodes.platform = platform_, nodes.platform_where = platform_where_;
    if (read_.nodes() > kMostNodes)
      fault(file_, std::to_string(read_.nodes()) + " nodes", "1 .. " + std::to_string(kMostNodes),
            "leave some out");
  }

  const std::vector<TomlValue> values_;
  const std::string file_;
  std::string platform_, platform_where_;
  SystemFile read_;
};

/// Platforms by a path beside the system file.
void resolve_paths(SystemFile& file, const std::filesystem::path& directory) {
  for (NodeGroup& nodes : file.groups)
    if (nodes.platform.ends_with(".toml") && std::filesystem::path(nodes.platform).is_relative())
      nodes.platform = (directory / nodes.platform).string();
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

}  // namespace flybar::cluster
