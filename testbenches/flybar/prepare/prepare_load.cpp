#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "models/systems/systems.h"
#include "testbenches/flybar/prepare/prepare_steps.h"

namespace flybar::program {

std::pair<std::string, std::string> split_setting(const std::string& text, const std::string& where,
                                                  std::vector<Fault>& faults) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0)
    return {text.substr(0, equals), text.substr(equals + 1)};
  faults.push_back({where, "\"" + text + "\" is no key=value", "key=value",
                    "write for example " + where + " mcp.send_threshold=\"512 B\""});
  return {};
}

namespace preparing {
namespace {

std::string origin_of(const RunRequest& request, const std::string& key) {
  const auto origin = request.origins.find(key);
  return origin == request.origins.end() ? "--set" : origin->second;
}

std::string joined_keys(const Parameters& options) {
  std::string keys;
  for (const Parameter& option : options.all())
    keys.append(keys.empty() ? "" : ", ").append(option.key);
  return keys;
}

/// Notes it if the key is an option of other experiments.
bool is_of_others(const std::string& key, const std::string& where, const Parameters& options,
                  const std::string& experiment, std::vector<Fault>& faults) {
  const std::string others = experiments_with(key);
  if (others.empty()) return false;
  faults.push_back({where + ": " + key, "is an option of " + others + ", not of " + experiment,
                    joined_keys(options) + ", and parameters of the system",
                    "leave it out, or run one of those"});
  return true;
}

/// Sets the experiment's own options and gives back the other settings, which are of the system.
std::vector<cluster::Setting> set_options(Parameters& options, const RunRequest& request,
                                          std::vector<Fault>& faults) {
  std::vector<cluster::Setting> others;
  std::set<std::string> known;
  for (const std::string& setting : request.settings) {
    const auto [key, text] = split_setting(setting, "--set", faults);
    if (key.empty()) continue;
    const std::string where = origin_of(request, key);
    if (!known.insert(key).second)
      faults.push_back(
          {where + ": " + key, "is set twice", "each key once", "leave out all but one"});
    if (!options.find(key)) {
      if (!is_of_others(key, where, options, request.experiment, faults))
        others.push_back({where, key, text});
      continue;
    }
    try {
      options.set(key, text);
    } catch (const ConfigurationError& error) {
      append(faults, error.faults());
      faults.back().where.insert(0, where + ": ");
    }
  }
  return others;
}

/// Sets the options for which the platform or the system file has another default.
void set_defaults(Parameters& options, const std::vector<cluster::Setting>& defaults,
                  std::vector<Fault>& faults) {
  for (const cluster::Setting& setting : defaults) {
    const std::string where = setting.where + ": experiment." + setting.key;
    if (!options.find(setting.key)) {
      if (experiments_with(setting.key).empty())
        faults.push_back({where, "no experiment has such an option",
                          "options of the experiments of \"flybar list experiments\"",
                          "check the spelling"});
      continue;
    }
    try {
      options.set(setting.key, setting.text);
    } catch (const ConfigurationError& error) {
      append(faults, error.faults());
      faults.back().where = where;
    }
  }
}

std::vector<std::string> keys_of(const Parameters& options) {
  std::vector<std::string> keys;
  for (const Parameter& option : options.all()) keys.push_back(option.key);
  return keys;
}

/// Also of some nodes: "client.node.cards".
bool says(const std::vector<cluster::Setting>& settings, const std::string& key) {
  return std::any_of(settings.begin(), settings.end(), [&](const cluster::Setting& setting) {
    return setting.key == key || setting.key.ends_with("." + key);
  });
}

/// Sets the options, and makes the system of what is left of the settings. What the user sets goes
/// before what a file says, and both before the parts that the options choose.
template <class File>
void load(Prepared& ready, const RunRequest& request, const std::optional<File>& file,
          std::vector<Fault>& faults) {
  if (file) set_defaults(*ready.options, file->options, faults);
  auto of_system = set_options(*ready.options, request, faults);
  ready.options->derive();
  if (!file) return;
  std::vector<cluster::Setting> parts = ready.experiment->parts();
  std::erase_if(parts, [&](const cluster::Setting& part) {
    return says(of_system, part.key) || says(file->settings, part.key);
  });
  of_system.insert(of_system.begin(), parts.begin(), parts.end());
  collect(faults, [&] { ready.system = systems::load(*file, of_system, keys_of(*ready.options)); });
}

/// The points of a sweep share one.
const cluster::PlatformFile& known_platform(const std::string& name) {
  static std::map<std::string, cluster::PlatformFile> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second
                              : known.emplace(name, cluster::find_platform(name)).first->second;
}

}  // namespace

void load_system(Prepared& ready, const RunRequest& request, std::vector<Fault>& faults) {
  if (request.system.empty()) {
    std::optional<cluster::PlatformFile> platform;
    collect(faults, [&] { platform = known_platform(request.platform); });
    if (platform) check_fit_rows(*platform, faults);
    load(ready, request, platform, faults);
    return;
  }
  check_takes_system(ready, faults);
  ready.from_file = true;
  std::optional<cluster::SystemFile> system;
  collect(faults, [&] { system = cluster::find_system(request.system); });
  load(ready, request, system, faults);
}

}  // namespace preparing
}  // namespace flybar::program
