#include <algorithm>
#include <filesystem>

#include "models/cluster/files/platform.h"
#include "models/cluster/files/system_file.h"
#include "models/common/parameters.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/experiments/measure/load.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/prepare/prepare_steps.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

TextTable experiments_table() {
  TextTable table({"experiment", "summary"});
  for (const experiments::Entry& entry : experiments::all_with_loaded())
    table.add({entry.name, entry.summary});
  return table;
}

TextTable platforms_table() {
  TextTable table({"platform", "machine", "summary"});
  for (const cluster::PlatformFile& platform : cluster::builtin_platforms())
    table.add({platform.name, platform.machine, platform.summary});
  return table;
}

TextTable machines_table() {
  TextTable table({"machine", "roles", "parts", "layers", "summary"});
  for (const cluster::Machine& machine : systems::machines()) {
    const cluster::SystemParams system = systems::defaults(machine.name);
    std::string roles;
    for (const std::string& role : machine.roles)
      roles.append(roles.empty() ? "" : ", ").append(role);
    table.add({machine.name, roles.empty() ? "none" : roles,
               machine.parts.buses + ", " + machine.parts.cards + ", " + machine.networks.networks,
               system.roles.front().node.names(), machine.summary});
  }
  return table;
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

/// What a node or a system can be made of.
TextTable parts_table() {
  TextTable table({"part", "is a", "needs", "summary"});
  const cluster::Parts& parts = systems::parts();
  for (const BusKind& bus : parts.buses) table.add({bus.name, "bus", "", bus.summary});
  for (const CardKind& card : parts.cards)
    table.add({card.name, "card", joined(card.buses) + "; " + joined(card.networks), card.summary});
  for (const NetworkKind& network : parts.networks)
    table.add({network.name, "network", "", network.summary});
  return table;
}

TextTable systems_table() {
  TextTable table({"system", "nodes", "summary"});
  for (const cluster::SystemFile& system : cluster::builtin_systems())
    table.add({system.name, std::to_string(system.nodes()), system.summary});
  return table;
}

TextTable firmware_table() {
  TextTable table({"firmware", "file"});
  std::error_code none;
  std::vector<std::filesystem::path> images;
  for (const auto& entry :
       std::filesystem::directory_iterator(experiments::beside_program("firmware"), none))
    if (entry.path().extension() == ".elf") images.push_back(entry.path());
  std::sort(images.begin(), images.end());
  for (const auto& image : images) table.add({image.stem().string(), image.string()});
  return table;
}

struct Section {
  const char* name;
  TextTable (*table)();
};

constexpr Section kSections[] = {{"experiments", experiments_table}, {"platforms", platforms_table},
                                 {"machines", machines_table},       {"parts", parts_table},
                                 {"systems", systems_table},         {"firmware", firmware_table}};

}  // namespace

std::vector<std::string> lists() {
  std::vector<std::string> names;
  for (const Section& section : kSections) names.emplace_back(section.name);
  return names;
}

int execute(const ListRequest& request) {
  preparing::load_objects(request.load);
  std::string text;
  for (const Section& section : kSections)
    if (request.what.empty() || request.what == section.name)
      text.append(text.empty() ? "" : "\n").append(section.table().text());
  if (text.empty()) {
    const std::vector<std::string> names = lists();
    const std::string near = nearest(request.what, names);
    throw UsageError({"flybar list", "there is no list of \"" + request.what + "\"", joined(names),
                      near.empty() ? "choose one of these" : "did you mean " + near + "?"});
  }
  print(text);
  return kOk;
}

}  // namespace flybar::program
