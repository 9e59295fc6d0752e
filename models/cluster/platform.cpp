#include "models/cluster/platform.h"

#include <algorithm>
#include <iterator>

#include "models/cluster/builtin.h"
#include "models/common/toml_file.h"

namespace flybar::cluster {
namespace {

/// The section of the options of experiments.
constexpr std::string_view kOptions = "experiment.";

Fault platform_fault(const std::string& where, const std::string& found,
                     const std::string& advice) {
  return {where, found, "name, summary, and sections with key = \"value\" lines", advice};
}

/// Takes a list that says how the platform was made; empty if there is none.
std::vector<std::string> take_list(std::vector<TomlValue>& values, const std::string& key) {
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (value->key != key || !value->array) continue;
    std::vector<std::string> texts = std::move(value->texts);
    values.erase(value);
    return texts;
  }
  return {};
}

/// Takes what describes the platform itself out of the settings.
std::string take(std::vector<TomlValue>& values, const std::string& key, const std::string& file,
                 std::vector<Fault>& faults) {
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (value->key != key || value->array) continue;
    std::string text = value->texts.front();
    values.erase(value);
    return text;
  }
  faults.push_back(platform_fault(file, "there is no " + key,
                                  "add the line " + key + " = \"...\" before the sections"));
  return {};
}

void append(std::vector<Fault>& to, std::vector<Fault> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Sets one value and notes its fault with the place where it stands.
void apply(SystemTable& table, const Setting& setting, const std::vector<std::string>& known,
           std::vector<Fault>& faults) {
  try {
    if (!table.find(setting.key))
      throw ParameterError(unknown_key(setting.key, setting.key, known));
    table.set(setting.key, setting.text);
  } catch (const ConfigurationError& error) {
    for (Fault fault : error.faults()) {
      fault.where = setting.where + ": " + setting.key;
      faults.push_back(std::move(fault));
    }
  }
}

bool may_be_fitted(Confidence confidence) {
  return confidence == Confidence::kInferred || confidence == Confidence::kGuess;
}

void check_fit(const PlatformFile& platform, const SystemTable& table, std::vector<Fault>& faults) {
  for (const std::string& key : platform.fitted_keys) {
    const Parameter* parameter = table.find(key);
    const std::string where = platform.name + ": [fit] keys: " + key;
    if (!parameter)
      faults.push_back(unknown_key(where, key, table.keys()));
    else if (!may_be_fitted(parameter->about.confidence))
      faults.push_back({where, "is documented, measured or a choice",
                        "parameters of confidence I or G",
                        "take it out of the list and restore its value"});
  }
}

/// A name that does not exist is reported when it is set.
void take_chipset(NodeParams& node, std::string_view role, const std::vector<Setting>& settings) {
  const std::vector<std::string> names = pci::chipset_names();
  for (const Setting& setting : settings) {
    std::string_view key = setting.key;
    if (key.starts_with(role)) key.remove_prefix(role.size());
    if (key != "pci.chipset" || std::find(names.begin(), names.end(), setting.text) == names.end())
      continue;
    node.chipset = setting.text;
    node.bridge = pci::chipset(setting.text);
  }
}

/// The chip set is chosen before all else: it says from which values the bridge starts. True if it
/// is the platform's own.
bool choose_chipset(NodeParams& node, std::string_view role, const PlatformFile& platform,
                    const std::vector<Setting>& overrides) {
  take_chipset(node, role, platform.settings);
  const std::string own = node.chipset;
  take_chipset(node, role, overrides);
  return node.chipset == own;
}

bool is_of_role(std::string_view key, std::string_view role) {
  return key.starts_with(role) || !(key.starts_with(kClientRole) || key.starts_with(kServerRole));
}

/// What a platform says, but of pci.bridge.* only for roles that have its own chip set: it does not
/// hold for another one.
std::vector<Setting> settings_of(const PlatformFile& platform, bool own_of_client,
                                 bool own_of_server) {
  if (own_of_client && own_of_server) return platform.settings;
  std::vector<Setting> kept;
  for (const Setting& setting : platform.settings) {
    const auto at = setting.key.find("pci.bridge.");
    if (at == std::string::npos) kept.push_back(setting);
    for (const auto& [role, own] :
         {std::pair(kClientRole, own_of_client), std::pair(kServerRole, own_of_server)})
      if (at != std::string::npos && own && is_of_role(setting.key, role))
        kept.push_back({setting.where, std::string(role) + setting.key.substr(at), setting.text});
  }
  return kept;
}

}  // namespace

bool PlatformFile::fitted(std::string_view key) const {
  return std::find(fitted_keys.begin(), fitted_keys.end(), key) != fitted_keys.end();
}

PlatformFile parse_platform(std::string_view text, const std::string& file) {
  std::vector<TomlValue> values = parse_toml(text, file);
  std::vector<Fault> faults;
  PlatformFile platform;
  platform.name = take(values, "name", file, faults);
  platform.summary = take(values, "summary", file, faults);
  platform.fitted_keys = take_list(values, "fit.keys");
  platform.fitted_to = take_list(values, "fit.rows");
  for (const TomlValue& value : values) {
    const std::string where = file + ":" + std::to_string(value.line);
    if (value.array)
      faults.push_back(
          platform_fault(where + ": " + value.key, "is a list", "write one value in quotes"));
    else if (value.key.starts_with(kOptions))
      platform.options.push_back({where, value.key.substr(kOptions.size()), value.texts.front()});
    else
      platform.settings.push_back({where, value.key, value.texts.front()});
  }
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  return platform;
}

std::vector<PlatformFile> builtin_platforms() {
  std::vector<PlatformFile> all;
  for (const BuiltinFile& file : kBuiltinPlatforms)
    all.push_back(parse_platform(file.text, file.path));
  return all;
}

PlatformFile find_platform(const std::string& name_or_path) {
  if (name_or_path.ends_with(".toml")) {
    return parse_platform(read_toml_text(name_or_path), name_or_path);
  }
  std::vector<std::string> names;
  for (const BuiltinFile& file : kBuiltinPlatforms) {
    PlatformFile platform = parse_platform(file.text, file.path);
    if (platform.name == name_or_path) return platform;
    names.push_back(platform.name);
  }
  std::string all;
  for (const std::string& name : names) all.append(all.empty() ? "" : ", ").append(name);
  const std::string near = nearest(name_or_path, names);
  throw ConfigurationError(
      {Fault{"platform", "there is none named \"" + name_or_path + "\"",
             all + ", or the path of a .toml file",
             near.empty() ? "choose one of these" : "did you mean \"" + near + "\"?"}});
}

std::unique_ptr<System> load_system(const PlatformFile& platform,
                                    const std::vector<Setting>& overrides,
                                    const std::vector<std::string>& other_keys) {
  SystemParams defaults;
  defaults.platform = platform.name;
  const bool own_of_client = choose_chipset(defaults.client, kClientRole, platform, overrides);
  const bool own_of_server = choose_chipset(defaults.server, kServerRole, platform, overrides);
  std::vector<Setting> settings = settings_of(platform, own_of_client, own_of_server);
  settings.insert(settings.end(), overrides.begin(), overrides.end());

  auto system = std::make_unique<System>(defaults);
  std::vector<std::string> known = system->table.keys();
  known.insert(known.end(), other_keys.begin(), other_keys.end());

  std::vector<Fault> faults;
  for (const Setting& setting : settings) apply(system->table, setting, known, faults);
  check_fit(platform, system->table, faults);
  // Values that were refused would show up a second time as values that do not fit together.
  if (faults.empty()) append(faults, system->table.faults());
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  return system;
}

}  // namespace flybar::cluster
