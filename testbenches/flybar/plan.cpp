#include "testbenches/flybar/plan.h"

#include "models/common/toml_file.h"
#include "testbenches/flybar/prepare.h"

namespace flybar::program {
namespace {

constexpr const char* kSet = "set.";
constexpr const char* kVary = "vary.";

Vary axis_of(const TomlValue& value, const std::string& where) {
  const std::string key = value.key.substr(std::string(kVary).size());
  if (value.array) refuse_repetition(value.texts, where + ": " + key);
  if (value.array && !value.texts.empty()) return {key, value.texts, where};
  return {key, parse_values(key, value.array ? "" : value.texts.front(), where), where};
}

void set(const std::string& key, const std::string& text, const std::string& where,
         RunRequest& run) {
  run.settings.push_back(key + "=" + text);
  run.origins[key] = where;
}

/// Takes one line of a plan. Throws ConfigurationError.
void take(const TomlValue& value, const std::string& where, SweepPlan& plan) {
  if (value.key.starts_with(kVary)) return plan.axes.push_back(axis_of(value, where));
  if (value.array)
    throw ConfigurationError({Fault{where + ": " + value.key, "is a list", "one value",
                                    "move it to the section [vary]"}});
  const std::string& text = value.texts.front();
  if (value.key.starts_with(kSet))
    set(value.key.substr(std::string(kSet).size()), text, where, plan.base);
  else if (value.key == "experiment")
    plan.base.experiment = text;
  else if (value.key == "platform")
    plan.base.platform = text;
  else if (value.key == "system")
    plan.base.system = text;
  else if (value.key == "firmware")
    plan.base.firmware.push_back(text);
  else
    throw ConfigurationError(
        {Fault{where, "there is no \"" + value.key + "\" in a plan",
               "experiment, platform or system, firmware, and the sections [set] and [vary]",
               "write parameters under [set] or [vary]"}});
}

void read_plan(const std::string& file, SweepPlan& plan) {
  std::vector<Fault> faults;
  plan.base.experiment.clear();
  for (const TomlValue& value : parse_toml(read_toml_text(file), file)) {
    try {
      take(value, file + ":" + std::to_string(value.line), plan);
    } catch (const ConfigurationError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (plan.base.experiment.empty())
    faults.push_back({file, "there is no experiment", "one of \"flybar list experiments\"",
                      "add the line experiment = \"one-way\""});
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
}

}  // namespace

SweepPlan make_plan(const SweepRequest& request) {
  SweepPlan plan{request.base, {}};
  if (request.base.experiment.ends_with(".toml")) {
    plan.base.settings.clear();
    read_plan(request.base.experiment, plan);
    override_settings(plan.base, request.base.settings);
  }
  for (const std::string& text : request.vary) plan.axes.push_back(parse_vary(text, "--vary"));
  return plan;
}

}  // namespace flybar::program
