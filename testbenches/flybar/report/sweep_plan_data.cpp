#include "testbenches/flybar/report/sweep_plan_data.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/fault.h"
#include "testbenches/flybar/plan/sweep_plan.h"
#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/terminal/shell_words.h"

namespace flybar::program {
namespace {

constexpr std::string_view kVaries = "varies ", kSet = "set ", kSteps = "steps ";
/// Lines of these have a number behind their name: "firmware 0".
constexpr std::string_view kNumbered[] = {"firmware ", "load ", "constraint "};
constexpr std::string_view kAnd = " and ";

/// As the command line has what a line of the plan says.
std::string option(const std::string& name, const std::string& value) {
  if (name.starts_with(kSet)) return "--set " + for_shell(name.substr(kSet.size()) + "=" + value);
  for (const std::string_view numbered : kNumbered)
    if (name.starts_with(numbered)) return fmt::format("--{}{}", numbered, for_shell(value));
  return fmt::format("--{} {}", name, for_shell(value));
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t end = text.find(kAnd); end != text.npos; end = text.find(kAnd)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + kAnd.size());
  }
  parts.emplace_back(text);
  return parts;
}

struct PlanReading {
  KeptPlan plan;
  std::string options;                             ///< of every point
  std::string constraints;                         ///< of the sweep alone
  std::vector<std::vector<std::string>> together;  ///< keys that step together

  void take(const CsvRow& row) {
    const std::string& name = row[0];
    if (name.starts_with(kSteps)) {
      together.push_back(split(std::string_view(name).substr(kSteps.size())));
    } else if (name.starts_with(kVaries)) {
      plan.varied.emplace_back(name.substr(kVaries.size()),
                               std::vector(row.begin() + 1, row.end()));
    } else if (name == "experiment") {
      plan.experiment = row[1];
    } else {
      plan.fixed.emplace_back(name.starts_with(kSet) ? name.substr(kSet.size()) : name, row[1]);
      std::string& line = name.starts_with("constraint ") ? constraints : options;
      line += fmt::format(" {}", option(name, row[1]));
    }
  }

  /// Keys that step together share one --vary, which stands where the first of them does.
  std::string varies() const {
    std::string all;
    for (const auto& [key, values] : plan.varied) {
      const auto* const group = group_of(key);
      if (group && group->front() != key) continue;
      std::string text;
      for (const auto& [other, others] : plan.varied)
        if (other == key || (group && contains(*group, other)))
          text += fmt::format("{}{}={}", text.empty() ? "" : "; ", other, fmt::join(others, ","));
      all += fmt::format(" --vary {}", for_shell(text));
    }
    return all;
  }

 private:
  static bool contains(const std::vector<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  }
  const std::vector<std::string>* group_of(const std::string& key) const {
    const auto found = std::find_if(together.begin(), together.end(),
                                    [&](const auto& keys) { return contains(keys, key); });
    return found == together.end() ? nullptr : &*found;
  }
};

}  // namespace

KeptPlan kept_plan(const std::filesystem::path& directory) {
  const std::filesystem::path file = plan_of_sweep(directory);
  const std::string text = whole_file(file).value_or("");
  PlanReading reading;
  for (const CsvRow& row : csv_rows(text))
    if (row.size() >= 2) reading.take(row);
  KeptPlan& plan = reading.plan;
  if (plan.experiment.empty())
    throw ConfigurationError({Fault{file.string(), "is no plan of a sweep",
                                    "the file that \"flybar sweep\" writes beside its table",
                                    "run the sweep again with -o " + directory.string()}});
  const std::string base = for_shell(plan.experiment) + reading.options;
  plan.run = "flybar run " + base;
  plan.sweep = fmt::format("flybar sweep {}{}{} -o {}", base, reading.varies(), reading.constraints,
                           for_shell(directory.string()));
  return std::move(plan);
}

}  // namespace flybar::program
