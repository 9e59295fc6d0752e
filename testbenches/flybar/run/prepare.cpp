#include "testbenches/flybar/run/prepare.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/common/input_file.h"
#include "models/common/quantity.h"
#include "models/myrinet/network_params.h"
#include "models/systems/trapeze.h"
#include "testbenches/experiments/load.h"
#include "testbenches/flybar/command/exit_code.h"
#include "testbenches/flybar/run/fingerprint.h"
#include "testbenches/flybar/run/nic.h"
#include "testbenches/flybar/run/shadow.h"
#include "testbenches/flybar/validate/published.h"

namespace flybar::program {
namespace {

/// What several steps find is told once.
void append(std::vector<Fault>& to, const std::vector<Fault>& from) {
  for (const Fault& fault : from)
    if (std::none_of(to.begin(), to.end(),
                     [&](const Fault& known) { return known.text() == fault.text(); }))
      to.push_back(fault);
}

/// Notes what `step` finds wrong with the configuration.
template <class Step>
void collect(std::vector<Fault>& faults, Step step) {
  try {
    step();
  } catch (const ConfigurationError& error) {
    append(faults, error.faults());
  }
}

/// Each once in a process: the points of a sweep are prepared one after the other.
void load_objects(const std::vector<std::string>& objects) {
  static std::set<std::string> known;
  for (const std::string& object : objects)
    if (known.insert(object).second) experiments::load(object);
}

experiments::Entry find_experiment(const std::string& name) {
  std::vector<std::string> names;
  std::string listed;
  for (const experiments::Entry& entry : experiments::all_with_loaded()) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
    listed.append(listed.empty() ? "" : ", ").append(entry.name);
  }
  const std::string near = nearest(name, names);
  throw UsageError({"experiment", "there is none named \"" + name + "\"", listed,
                    near.empty() ? "choose one of these" : "did you mean \"" + near + "\"?"});
}

Stepping stepping(const std::string& step, std::vector<Fault>& faults) {
  if (step == "every-clock") return Stepping::kEveryClock;
  if (step != "fast")
    faults.push_back({"--step", "there is no stepping \"" + step + "\"", "fast, every-clock",
                      "choose one of these"});
  return Stepping::kFast;
}

/// Reads what can be read once, before any other process of the command does.
void check_images(const std::vector<std::string>& images, std::vector<Fault>& faults) {
  std::error_code ignored;
  for (const std::string& image : images) {
    if (is_stream_input(image)) read_input(image);
    if (std::filesystem::is_directory(image, ignored))
      faults.push_back({"--firmware: " + image, "is a directory", "a readable object file",
                        "name an image in it"});
  }
}

std::string origin_of(const RunRequest& request, const std::string& key) {
  const auto origin = request.origins.find(key);
  return origin == request.origins.end() ? "--set" : origin->second;
}

/// The experiments that have an option of this name.
std::string experiments_with(const std::string& key) {
  std::string names;
  for (const experiments::Entry& entry : experiments::all()) {
    Parameters options;
    const auto experiment = entry.make();
    experiment->describe(options);
    if (options.find(key)) names.append(names.empty() ? "" : ", ").append(entry.name);
  }
  return names;
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

void check_takes_system(const Prepared& ready, std::vector<Fault>& faults) {
  if (ready.experiment->takes_system()) return;
  std::string names;
  for (const experiments::Entry& entry : experiments::all())
    if (entry.make()->takes_system()) names.append(names.empty() ? "" : ", ").append(entry.name);
  faults.push_back({"--system", ready.name + " has nodes and a network of its own", names,
                    "leave the option out, and choose a --platform"});
}

/// Nodes, switches and every cable, in so many words.
std::string to_text(const myrinet::Topology& topology) {
  std::string text;
  for (const std::size_t ports : topology.switch_ports) text += std::to_string(ports) + " ports\n";
  for (const myrinet::CableLayout& cable : topology.cables)
    text += to_text(cable.a) + " - " + to_text(cable.b) + ", " +
            (cable.length ? quantity::print_number(*cable.length, "m") : "link.length") + "\n";
  return fmt::format("{} nodes, {} switches, {} cables, {}", topology.nodes,
                     topology.switch_ports.size(), topology.cables.size(), fingerprint(text));
}

std::string to_text(cluster::Runs runs) {
  constexpr const char* kNames[] = {"both", "send", "receive", "nothing"};
  return kNames[static_cast<std::size_t>(runs)];
}

}  // namespace

std::pair<std::string, std::string> split_setting(const std::string& text, const std::string& where,
                                                  std::vector<Fault>& faults) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0)
    return {text.substr(0, equals), text.substr(equals + 1)};
  faults.push_back({where, "\"" + text + "\" is no key=value", "key=value",
                    "write for example " + where + " mcp.send_threshold=\"512 B\""});
  return {};
}

std::vector<std::pair<std::string, std::string>> Prepared::parameters() const {
  std::vector<std::pair<std::string, std::string>> all;
  all.emplace_back("platform", system->params.platform);
  if (from_file) {
    all.back().first = "system";
    all.emplace_back("network", to_text(*system->params.topology));
    for (const cluster::SystemParams::Role& role : system->params.roles)
      all.emplace_back("nodes." + role.name,
                       std::to_string(role.count) + ", runs " + to_text(role.runs));
  }
  for (const Parameter& option : options->all()) all.emplace_back(option.key, option.value());
  for (const cluster::SystemTable::Row& row : system->table.rows())
    all.emplace_back(row.key, row.parameter->value());
  return all;
}

namespace {

/// Sets the options, and makes the system of what is left of the settings. What the user sets goes
/// before what a file says.
template <class File>
void load(Prepared& ready, const RunRequest& request, const std::optional<File>& file,
          std::vector<Fault>& faults) {
  if (file) set_defaults(*ready.options, file->options, faults);
  const auto of_system = set_options(*ready.options, request, faults);
  if (!file) return;
  collect(faults,
          [&] { ready.system = systems::load_trapeze(*file, of_system, keys_of(*ready.options)); });
}

/// The points of a sweep share one.
const cluster::PlatformFile& known_platform(const std::string& name) {
  static std::map<std::string, cluster::PlatformFile> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second
                              : known.emplace(name, cluster::find_platform(name)).first->second;
}

void check_fit_rows(const cluster::PlatformFile& platform, std::vector<Fault>& faults) {
  for (const std::string& id : platform.fitted_to)
    if (!find_published(id))
      faults.push_back({platform.fit_where + " rows: " + id, "no published number has this id",
                        "ids of the published numbers, for example C024",
                        "look at the ids that \"flybar validate\" shows"});
}

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

/// A user who sets a seed expects another result than with another seed.
void check_seed(const RunRequest& request, const Prepared& ready, std::vector<Fault>& faults) {
  const std::string key = "link.fault_seed";
  const auto& network = ready.system->params.shared.get<myrinet::NetworkParams>();
  const bool used = network.faults.byte_errors > 0 || network.faults.lost_tails > 0;
  const bool given =
      std::any_of(request.settings.begin(), request.settings.end(),
                  [&](const std::string& setting) { return setting.starts_with(key + "="); });
  const Parameter& seed = *ready.system->table.find(key);
  if (used || (!given && seed.value() == seed.default_value)) return;
  const auto origin = request.origins.find(key);
  const std::string set = given ? "--set: " : "";
  faults.push_back({(origin != request.origins.end() ? origin->second + ": " : set) + key,
                    "is set, and nothing is random: link.byte_errors and link.lost_tails are 0",
                    "a seed where one of them is above 0",
                    "leave it out, or set for example link.byte_errors=1e-6"});
}

/// The key of every node, for that of some: "mcp.mode" of "sender.mcp.mode".
std::string without_role(const std::string& key) {
  return key.substr(key.find('.') + 1);
}

}  // namespace

std::string nearest_allowed(const RunRequest& request, const std::string& key,
                            const std::string& value) {
  load_objects(request.load);
  Parameters options;
  const auto experiment = find_experiment(request.experiment).make();
  experiment->describe(options);
  cluster::SystemParams system = systems::trapeze();
  cluster::SystemTable table(system);
  const Parameter* row = options.find(key);
  for (const std::string& name : {key, without_role(key)})
    if (!row) row = table.find(name);
  return row && row->nearest ? row->nearest(value) : value;
}

Prepared prepare(const RunRequest& request) {
  load_objects(request.load);
  const experiments::Entry entry = find_experiment(request.experiment);
  std::vector<Fault> faults;
  Prepared ready{.name = entry.name,
                 .experiment = entry.make(),
                 .options = std::make_unique<Parameters>(),
                 .system = nullptr,
                 .stepping = stepping(request.step, faults),
                 .firmware = request.firmware};
  const std::string nic = nic_of(request, faults);
  choose_nic(nic, nullptr, faults);
  check_images(request.firmware, faults);
  ready.experiment->describe(*ready.options);
  load_system(ready, request, faults);
  if (faults.empty()) {
    choose_nic(nic, &ready.system->params, faults);
    append(faults, ready.options->faults());
    check_seed(request, ready, faults);
    ready.experiment->check(ready.system->params, faults);
  }
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  return ready;
}

}  // namespace flybar::program
