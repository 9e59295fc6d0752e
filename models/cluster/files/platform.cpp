#include "models/cluster/files/platform.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "models/cluster/files/builtin.h"
#include "models/common/input_file.h"
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

/// What is documented of the default says nothing about another value that the platform gives.
bool may_be_fitted(const PlatformFile& platform, const Parameter& parameter) {
  const Confidence confidence = parameter.about.confidence;
  if (confidence == Confidence::kInferred || confidence == Confidence::kGuess) return true;
  return confidence == Confidence::kDocumented &&
         std::any_of(platform.settings.begin(), platform.settings.end(), [&](const Setting& s) {
           return s.key == parameter.key && s.text != parameter.default_value;
         });
}

void check_fit(const PlatformFile& platform, const SystemTable& table, std::vector<Fault>& faults) {
  for (const std::string& key : platform.fitted_keys) {
    const Parameter* parameter = table.find(key);
    const std::string where = platform.fit_where + " keys: " + key;
    if (!parameter)
      faults.push_back(unknown_key(where, key, table.keys()));
    else if (!may_be_fitted(platform, *parameter))
      faults.push_back({where, "is documented, measured or a choice",
                        "parameters of confidence I or G",
                        "take it out of the list and restore its value"});
  }
}

using Preset = LayerParams::Preset;
using Role = SystemParams::Role;

/// The key without its role; empty if that is another one than `role`.
std::string_view key_for(const Role& role, const SystemParams& system, std::string_view key) {
  for (const Role& other : system.roles)
    if (key.starts_with(other.name + "."))
      return &other == &role ? key.substr(role.name.size() + 1) : std::string_view();
  return key;
}

/// A name that does not exist is reported when it is set.
void choose(Role& role, const SystemParams& system, const Preset& preset,
            const std::vector<Setting>& settings) {
  for (const Setting& setting : settings)
    if (key_for(role, system, setting.key) == preset.key) preset.choose(role.node, setting.text);
}

/// Settings of all roles stay for those other than `role`.
std::vector<Setting> without(std::string_view prefix, const Role& role, const SystemParams& system,
                             const std::vector<Setting>& settings) {
  std::vector<Setting> kept;
  for (const Setting& setting : settings) {
    const std::string_view key = key_for(role, system, setting.key);
    if (!key.starts_with(prefix)) {
      kept.push_back(setting);
    } else if (key == setting.key) {
      for (const Role& other : system.roles)
        if (&other != &role)
          kept.push_back({setting.where, other.name + "." + setting.key, setting.text});
    }
  }
  return kept;
}

/// Presets are chosen before all else: they say from which values others start. Returns the
/// settings of the platform, but those of a preset only for roles that have the platform's own
/// choice: they do not hold for another one.
std::vector<Setting> choose_presets(SystemParams& system, const PlatformFile& platform,
                                    const std::vector<Setting>& overrides) {
  std::vector<Setting> settings = platform.settings;
  for (Role& role : system.roles) {
    for (const Preset& preset : role.node.presets()) {
      choose(role, system, preset, platform.settings);
      const std::string own = preset.chosen(role.node);
      choose(role, system, preset, overrides);
      if (preset.chosen(role.node) != own)
        settings = without(preset.prefix, role, system, settings);
    }
  }
  return settings;
}

/// The last text that is set for a list of parts of this role, or of all.
std::optional<std::string> list_of(std::string_view key, const std::string& role,
                                   const std::vector<Setting>& settings) {
  std::optional<std::string> text;
  for (const Setting& setting : settings)
    if (setting.key == key || (!role.empty() && setting.key == role + "." + std::string(key)))
      text = setting.text;
  return text;
}

/// Lists of parts say which layers there are, so they are read before all else.
OtherParts listed_parts(const Machine& machine, const std::vector<Setting>& settings) {
  OtherParts other;
  other.networks = list_of("system.networks", "", settings);
  std::vector<std::string> roles = machine.roles;
  if (roles.empty()) roles.emplace_back();
  for (const std::string& role : roles)
    other.roles.push_back(
        {list_of("node.buses", role, settings), list_of("node.cards", role, settings)});
  return other;
}

/// The defaults with these lists; their faults say where they stand.
SystemParams with_parts(const Machine& machine, const Parts& kinds,
                        const std::vector<Setting>& settings) {
  try {
    return defaults(machine, kinds, listed_parts(machine, settings));
  } catch (const ConfigurationError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults)
      for (auto setting = settings.rbegin(); setting != settings.rend(); ++setting)
        if (setting->key.ends_with(fault.where)) {
          fault.where.insert(0, setting->where + ": ");
          break;
        }
    throw ConfigurationError(std::move(faults));
  }
}

bool lists_parts(const Setting& setting) {
  return setting.key.ends_with("node.buses") || setting.key.ends_with("node.cards") ||
         setting.key.ends_with("system.networks");
}

/// Also with the name of some nodes before it.
bool has(const SystemTable& table, const std::string& key) {
  return table.find(key) || table.find(key.substr(key.find('.') + 1));
}

/// The platform without values of parts that it lists and that `system` has not.
PlatformFile with_values_of(PlatformFile platform, const Machine& machine, const Parts& kinds,
                            SystemParams system) {
  SystemParams own = with_parts(machine, kinds, platform.settings);
  const SystemTable before(own), now(system);
  const auto gone = [&](const std::string& key) { return has(before, key) && !has(now, key); };
  std::erase_if(platform.settings, [&](const Setting& setting) { return gone(setting.key); });
  std::erase_if(platform.fitted_keys, gone);
  return platform;
}

/// The machine that has this parameter, if this one has not; empty if none has.
std::string machine_with(const std::string& key, const Machine& own, const Kinds& kinds) {
  for (const Machine& other : kinds.machines) {
    SystemParams system = defaults(other, kinds.parts);
    if (other.name != own.name && has(SystemTable(system), key)) return other.name;
  }
  return "";
}

/// The kind of card that has this parameter, itself or its bus or network; null if none has.
const CardKind* card_with(const std::string& key, const Machine& own, const Parts& parts) {
  for (const CardKind& card : parts.cards) {
    if (card.buses.empty() || card.networks.empty()) continue;
    const auto is = [](const std::string& name) {
      return [&name](const auto& kind) { return kind.name == name; };
    };
    const auto& [buses, cards, networks] = parts;
    if (std::none_of(buses.begin(), buses.end(), is(card.buses.front())) ||
        std::none_of(networks.begin(), networks.end(), is(card.networks.front())))
      continue;
    OtherParts with{card.networks.front(), {}};
    with.roles.resize(std::max<std::size_t>(1, own.roles.size()), {card.buses.front(), card.name});
    SystemParams system = defaults(own, parts, with);
    if (has(SystemTable(system), key)) return &card;
  }
  return nullptr;
}

/// Of all roles, each list once.
std::string cards_of(const SystemParams& system) {
  std::string all;
  std::set<std::string> known;
  for (const Role& role : system.roles) {
    const std::string& cards = role.node.get<NodeParts>().cards;
    if (known.insert(cards).second) all.append(all.empty() ? "" : " or ").append(cards);
  }
  return all;
}

const Machine& machine_named(const std::string& name, const Kinds& kinds) {
  PlatformFile of_machine;
  of_machine.machine = name;
  return kinds.machine_of(of_machine);
}

bool is_system(const std::vector<TomlValue>& values) {
  return std::any_of(values.begin(), values.end(),
                     [](const TomlValue& value) { return value.key.starts_with("nodes."); });
}

}  // namespace

bool PlatformFile::fitted(std::string_view key) const {
  return std::find(fitted_keys.begin(), fitted_keys.end(), key) != fitted_keys.end();
}

PlatformFile parse_platform(std::string_view text, const std::string& file) {
  std::vector<TomlValue> values = parse_toml(text, file);
  std::vector<Fault> faults;
  PlatformFile platform;
  if (is_system(values)) {
    platform.faults.push_back(platform_fault(file, "is a system file, with sections [nodes.NAME]",
                                             "name it with --system"));
    return platform;
  }
  for (const TomlValue& value : values)
    if (value.key == "machine" && !value.array) {
      platform.machine = value.texts.front();
      platform.machine_where = file + ":" + std::to_string(value.line) + ": machine";
    }
  std::erase_if(values, [](const TomlValue& value) { return value.key == "machine"; });
  platform.name = take(values, "name", file, faults);
  platform.summary = take(values, "summary", file, faults);
  for (const TomlValue& value : values)
    if (value.key.starts_with("fit.") && platform.fit_where.empty())
      platform.fit_where = file + ":" + std::to_string(value.line) + ": [fit]";
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
  const auto has_letter = [](const std::string& name) {
    return std::any_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::isalpha(c) != 0; });
  };
  if (!platform.name.empty() && !has_letter(platform.name))
    faults.push_back(platform_fault(file + ": name", "\"" + platform.name + "\" is no name",
                                    "write for example name = \"mine\""));
  platform.faults = std::move(faults);
  return platform;
}

std::vector<PlatformFile> builtin_platforms() {
  std::vector<PlatformFile> all;
  for (const BuiltinFile& file : kBuiltinPlatforms)
    all.push_back(parse_platform(file.text, file.path));
  return all;
}

PlatformFile find_platform(const std::string& name_or_path) {
  if (name_or_path.ends_with(".toml") || is_stream_input(name_or_path)) {
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

const Machine& Kinds::machine_of(const PlatformFile& platform) const {
  if (platform.machine.empty()) return machines.front();
  std::vector<std::string> names;
  std::string listed;
  for (const Machine& machine : machines) {
    if (machine.name == platform.machine) return machine;
    names.push_back(machine.name);
    listed.append(listed.empty() ? "" : ", ").append(machine.name);
  }
  const std::string near = nearest(platform.machine, names);
  throw ConfigurationError(
      {{platform.machine_where, "there is no machine \"" + platform.machine + "\"", listed,
        near.empty() ? "choose one of these" : "did you mean \"" + near + "\"?"}});
}

std::vector<Fault> with_machines(std::vector<Fault> faults, const std::vector<Setting>& settings,
                                 SystemParams system, const Kinds& kinds) {
  const SystemTable table(system);
  const Machine& own = machine_named(system.machine, kinds);
  for (Fault& fault : faults)
    for (const Setting& setting : settings) {
      if (fault.where != setting.where + ": " + setting.key || has(table, setting.key)) continue;
      if (const CardKind* card = card_with(setting.key, own, kinds.parts)) {
        fault.found = "is a parameter of a part that this system has not";
        fault.allowed = "parameters of node.cards=\"" + cards_of(system) +
                        "\" on system.networks=\"" + system.shared.get<SystemParts>().networks +
                        "\"";
        fault.advice = "leave it out, or set node.cards=\"" + card->name +
                       "\" and system.networks=\"" + card->networks.front() + "\"";
        continue;
      }
      const std::string other = machine_with(setting.key, own, kinds);
      if (other.empty()) continue;
      fault.found = kOfMachine + other;
      fault.allowed = "parameters of machine " + own.name + ", which this platform is";
      fault.advice =
          "leave it out, choose another platform, or write machine = \"" + other + "\" in its file";
    }
  return faults;
}

std::unique_ptr<System> load_system(const Kinds& kinds, const PlatformFile& platform,
                                    const std::vector<Setting>& overrides,
                                    const std::vector<std::string>& other_keys) {
  const Machine& machine = kinds.machine_of(platform);
  std::vector<Setting> settings = platform.settings;
  settings.insert(settings.end(), overrides.begin(), overrides.end());
  SystemParams params = with_parts(machine, kinds.parts, settings);
  const bool others = std::any_of(overrides.begin(), overrides.end(), lists_parts);
  try {
    return set_values(params,
                      others ? with_values_of(platform, machine, kinds.parts, params) : platform,
                      overrides, other_keys);
  } catch (const ConfigurationError& error) {
    throw ConfigurationError(with_machines(error.faults(), settings, std::move(params), kinds));
  }
}

std::unique_ptr<System> set_values(SystemParams defaults, const PlatformFile& platform,
                                   const std::vector<Setting>& overrides,
                                   const std::vector<std::string>& other_keys, const Lay& lay) {
  defaults.platform = platform.name;
  std::vector<Setting> settings = choose_presets(defaults, platform, overrides);
  settings.insert(settings.end(), overrides.begin(), overrides.end());

  auto system = std::make_unique<System>(defaults);
  std::vector<std::string> known = system->table.keys();
  known.insert(known.end(), other_keys.begin(), other_keys.end());

  known.insert(known.end(), {"name", "summary"});
  std::vector<Fault> faults = platform.faults;
  for (const Setting& setting : settings) apply(system->table, setting, known, faults);
  check_fit(platform, system->table, faults);
  if (faults.empty() && lay) lay(system->params);
  system->table.derive();
  // Values that were refused would show up a second time as values that do not fit together.
  if (faults.empty()) append(faults, system->table.faults());
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  return system;
}

}  // namespace flybar::cluster
