#include <algorithm>
#include <filesystem>

#include "models/common/input_file.h"
#include "models/systems/systems.h"
#include "testbenches/flybar/prepare/chance.h"
#include "testbenches/flybar/prepare/prepare_steps.h"
#include "testbenches/flybar/results/published.h"

namespace flybar::program::preparing {

void check_images(const std::vector<std::string>& images, std::vector<Fault>& faults) {
  std::error_code ignored;
  for (const std::string& image : images) {
    if (is_stream_input(image)) read_input(image);
    if (std::filesystem::is_directory(image, ignored))
      faults.push_back({"--firmware: " + image, "is a directory", "a readable object file",
                        "name an image in it"});
  }
}

void check_runs_images(const RunRequest& request, const Prepared& ready,
                       std::vector<Fault>& faults) {
  if (request.firmware.empty()) return;
  if (*ready.experiment->firmware(ready.system->params) != '\0') return;
  faults.push_back({"--firmware", "no card that " + ready.name + " uses runs an image",
                    "cards with a processor", "leave it out, or choose other cards"});
}

void check_takes_system(const Prepared& ready, std::vector<Fault>& faults) {
  if (ready.experiment->takes_system()) return;
  std::string names;
  for (const experiments::Entry& entry : experiments::all())
    if (entry.make()->takes_system()) names.append(names.empty() ? "" : ", ").append(entry.name);
  faults.push_back({"--system", ready.name + " has nodes and a network of its own", names,
                    "leave the option out, and choose a --platform"});
}

void check_fit_rows(const cluster::PlatformFile& platform, std::vector<Fault>& faults) {
  for (const std::string& id : platform.fitted_to)
    if (!find_published(id))
      faults.push_back({platform.fit_where + " rows: " + id, "no published number has this id",
                        "ids of the published numbers, for example C024",
                        "look at the ids that \"flybar validate\" shows"});
}

namespace {

/// The machine whose nodes have this layer whatever their parts are; empty if there is none.
std::string machine_with_layer(const std::string& layer, const std::string& own) {
  for (const cluster::Machine& machine : systems::machines())
    if (systems::defaults(machine.name).roles.front().node.has(layer))
      return machine.name == own ? std::string() : machine.name;
  return {};
}

std::string platforms_of(const std::string& machine) {
  std::string names;
  for (const cluster::PlatformFile& platform : cluster::builtin_platforms())
    if (systems::load(platform)->params.machine == machine)
      names.append(names.empty() ? "" : ", ").append(platform.name);
  return names + (names.empty() ? "" : ", or ") + "a file with machine = \"" + machine + "\"";
}

}  // namespace

void tell_machines(const RunRequest& request, const Prepared& ready, std::vector<Fault>& faults) {
  constexpr std::string_view kLayer = "layer ";
  const std::string& own = ready.system->params.machine;
  for (Fault& fault : faults) {
    if (!fault.where.starts_with(kLayer)) continue;
    const std::string machine = machine_with_layer(fault.where.substr(kLayer.size()), own);
    if (machine.empty()) {
      fault.where.insert(0, ready.name + ": ");
      continue;
    }
    fault = {ready.from_file ? "--system: " + request.system : "--platform: " + request.platform,
             ready.name + " needs a platform of machine " + machine +
                 ", and this is one of machine " + own,
             platforms_of(machine),
             ready.from_file ? "name such a platform in the system file" : "choose one of these"};
  }
}

namespace {

/// "link.byte_errors and link.lost_tails".
std::string together(const std::vector<std::string>& keys) {
  std::string all;
  for (const std::string& key : keys) all.append(all.empty() ? "" : " and ").append(key);
  return all;
}

void check_seed(const RunRequest& request, const cluster::SystemTable& table,
                const NetworkKind::Chance& chance, std::vector<Fault>& faults) {
  const std::string& key = chance.seed;
  if (!table.find(key)) return;
  const bool used =
      std::any_of(chance.rates.begin(), chance.rates.end(), [&](const std::string& rate) {
        return table.find(rate) && table.find(rate)->value() != "0";
      });
  const bool given =
      std::any_of(request.settings.begin(), request.settings.end(),
                  [&](const std::string& setting) { return setting.starts_with(key + "="); });
  const Parameter& seed = *table.find(key);
  if (used || (!given && seed.value() == seed.default_value)) return;
  const auto origin = request.origins.find(key);
  const std::string set = given ? "--set: " : "";
  faults.push_back({(origin != request.origins.end() ? origin->second + ": " : set) + key,
                    "is set, and nothing is random: " + together(chance.rates) + " are 0",
                    "a seed where one of them is above 0",
                    "leave it out, or set for example " + chance.rates.front() + "=1e-6"});
}

}  // namespace

void check_seed(const RunRequest& request, const Prepared& ready, std::vector<Fault>& faults) {
  for (const NetworkKind::Chance& chance : chances_of(ready.system->params))
    check_seed(request, ready.system->table, chance, faults);
}

}  // namespace flybar::program::preparing
