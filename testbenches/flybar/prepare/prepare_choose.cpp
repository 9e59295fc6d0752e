#include <set>

#include "models/common/quantity.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/load.h"
#include "testbenches/flybar/prepare/prepare_steps.h"
#include "testbenches/flybar/terminal/exit_code.h"

namespace flybar::program {
namespace preparing {

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

Stepping stepping(const std::string& step, std::vector<Fault>& faults) {
  if (step == "every-clock") return Stepping::kEveryClock;
  if (step != "fast")
    faults.push_back({"--step", "there is no stepping \"" + step + "\"", "fast, every-clock",
                      "choose one of these"});
  return Stepping::kFast;
}

}  // namespace preparing

namespace {

/// The key of every node, for that of some: "mcp.mode" of "sender.mcp.mode".
std::string without_role(const std::string& key) {
  return key.substr(key.find('.') + 1);
}

std::string nearest_of(const Parameter& row, const std::string& value) {
  return row.nearest ? row.nearest(value) : value;
}

}  // namespace

std::string nearest_allowed(const RunRequest& request, const std::string& key,
                            const std::string& value) {
  preparing::load_objects(request.load);
  Parameters options;
  const auto experiment = preparing::find_experiment(request.experiment).make();
  experiment->describe(options);
  if (const Parameter* row = options.find(key)) return nearest_of(*row, value);
  for (const cluster::Machine& machine : systems::machines()) {
    cluster::SystemParams system = systems::defaults(machine.name);
    const cluster::SystemTable table(system);
    for (const std::string& name : {key, without_role(key)})
      if (const Parameter* row = table.find(name)) return nearest_of(*row, value);
  }
  return value;
}

}  // namespace flybar::program
