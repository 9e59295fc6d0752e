#include "testbenches/flybar/plan/plan.h"

#include <algorithm>

#include "models/cluster/files/platform.h"
#include "models/common/quantity.h"
#include "models/common/toml_file.h"
#include "testbenches/flybar/command/settings.h"
#include "testbenches/flybar/plan/points_file.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "testbenches/flybar/prepare/threads_option.h"

namespace flybar::program {
namespace {

constexpr std::string_view kSet = "set.", kVary = "vary.", kZip = "zip.";
constexpr int kMostReplicates = 10'000;

[[noreturn]] void refuse(std::string where, std::string found, std::string allowed,
                         std::string advice) {
  throw ConfigurationError(
      {Fault{std::move(where), std::move(found), std::move(allowed), std::move(advice)}});
}

/// An axis of the section [vary], or, with a name, of [zip.NAME].
Vary axis_of(const TomlValue& value, const std::string& key, const std::string& where,
             const std::string& zip) {
  if (value.array && zip.empty()) refuse_repetition(value.texts, where + ": " + key);
  if (value.array && !value.texts.empty()) return {key, value.texts, where, zip};
  Vary axis = parse_axis(key, value.array ? "" : value.texts.front(), where);
  axis.zip = zip;
  return axis;
}

/// "zip.NAME.key=..." in two.
Vary zipped_axis_of(const TomlValue& value, const std::string& where) {
  const std::string rest = value.key.substr(kZip.size());
  const std::size_t dot = rest.find('.');
  if (dot == rest.npos)
    refuse(where + ": " + value.key, "is no section",
           "sections [zip.NAME] with keys that step together",
           "write for example [zip.thresholds]");
  return axis_of(value, rest.substr(dot + 1), where, rest.substr(0, dot));
}

/// Keys of a group are neighbours, wherever they stand in the file.
void add_axis(std::vector<Vary>& axes, Vary axis) {
  auto place = axes.end();
  if (!axis.zip.empty())
    for (auto other = axes.begin(); other != axes.end(); ++other)
      if (other->zip == axis.zip) place = other + 1;
  axes.insert(place, std::move(axis));
}

int replicates_of(const std::string& text, const std::string& where) {
  const auto count = quantity::parse_count(text);
  if (!count || *count < 2 || *count > kMostReplicates)
    refuse(where + ": replicates", "\"" + text + "\" is no number of them",
           "2 .. " + std::to_string(kMostReplicates), "write for example replicates = 5");
  return static_cast<int>(*count);
}

void set(const std::string& key, const std::string& text, const std::string& where,
         RunRequest& run) {
  run.settings.push_back(key + "=" + text);
  run.origins[key] = where;
}

void add_points(const std::string& file, SweepPlan& plan) {
  for (Vary& axis : read_points_file(file)) plan.axes.push_back(std::move(axis));
}

/// Throws ConfigurationError with the faults of all of them.
void add_constraints(const TomlValue& value, const std::string& where, SweepPlan& plan) {
  std::vector<Fault> faults;
  for (const std::string& text : value.texts) {
    try {
      plan.constraints.emplace_back(text, where + ": constraints");
    } catch (const ConfigurationError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
}

/// For a plan that has faults already; the other faults of a platform show when the plan runs.
void check_platform(const std::string& platform, const std::string& where,
                    std::vector<Fault>& faults) {
  try {
    cluster::find_platform(platform);
  } catch (const ConfigurationError& error) {
    for (Fault fault : error.faults()) {
      fault.where = where + ": platform";
      faults.push_back(std::move(fault));
    }
  }
}

/// Takes one line of a plan. Throws ConfigurationError.
void take(const TomlValue& value, const std::string& where, SweepPlan& plan) {
  if (value.key.starts_with(kVary))
    return plan.axes.push_back(axis_of(value, value.key.substr(kVary.size()), where, ""));
  if (value.key.starts_with(kZip)) return add_axis(plan.axes, zipped_axis_of(value, where));
  if (value.key == "constraints") return add_constraints(value, where, plan);
  if (value.array)
    refuse(where + ": " + value.key, "is a list", "one value",
           value.key.starts_with(kSet) ? "move it to the section [vary]" : "choose one of them");
  const std::string& text = value.texts.front();
  if (value.key.starts_with(kSet))
    set(value.key.substr(kSet.size()), text, where, plan.base);
  else if (value.key == "experiment")
    plan.base.experiment = text;
  else if (value.key == "platform")
    plan.base.platform = text;
  else if (value.key == "system")
    plan.base.system = text;
  else if (value.key == "firmware")
    plan.base.firmware.push_back(text);
  else if (value.key == "threads")
    plan.base.threads = std::to_string(threads_in(text, where + ": threads"));
  else if (value.key == "points")
    add_points(text, plan);
  else if (value.key == "replicates")
    plan.replicates = replicates_of(text, where);
  else
    refuse(where, "there is no \"" + value.key + "\" in a plan",
           "experiment, platform or system, firmware, points, constraints, replicates, threads, "
           "and the sections [set], [vary] and [zip.NAME]",
           "write parameters under [set] or [vary]");
}

void read_plan(const std::string& file, SweepPlan& plan) {
  std::vector<Fault> faults;
  plan.base.experiment.clear();
  bool named = false;
  std::string platform_where, system_where;
  for (const TomlValue& value : parse_toml(read_toml_text(file), file)) {
    const std::string where = file + ":" + std::to_string(value.line);
    named = named || value.key == "experiment";
    if (value.key == "platform" && !value.array) platform_where = where;
    if (value.key == "system" && !value.array) system_where = where;
    try {
      take(value, where, plan);
    } catch (const ConfigurationError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!named)
    faults.push_back({file, "there is no experiment", "one of \"flybar list experiments\"",
                      "add the line experiment = \"one-way\""});
  if (!platform_where.empty() && !system_where.empty())
    faults.push_back({system_where + ": system", "is given with platform",
                      "one of them: a system file names the platforms of its nodes",
                      "leave one out"});
  if (faults.empty()) return;
  if (!platform_where.empty()) check_platform(plan.base.platform, platform_where, faults);
  throw ConfigurationError(std::move(faults));
}

}  // namespace

SweepPlan make_plan(const SweepRequest& request) {
  SweepPlan plan{request.base, {}};
  if (request.base.experiment.ends_with(".toml")) {
    plan.base.settings.clear();
    read_plan(request.base.experiment, plan);
    override_settings(plan.base, request.base.settings);
    if (request.base.threads) plan.base.threads = request.base.threads;
  }
  if (!request.points.empty()) add_points(request.points, plan);
  for (const std::string& text : request.vary)
    for (Vary& axis : parse_vary(text, "--vary")) plan.axes.push_back(std::move(axis));
  for (const std::string& text : request.constraints)
    plan.constraints.emplace_back(text, "--constraint");
  if (request.replicates)
    plan.replicates = replicates_of(std::to_string(*request.replicates), "--replicates");
  // What is idle now: later, the points themselves load the machine.
  if (plan.base.threads) plan.base.threads = std::to_string(threads_of(plan.base));
  return plan;
}

}  // namespace flybar::program
