#include "testbenches/flybar/plan/sweep_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/results/whole_file.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// Texts of a list, in the text of an error.
constexpr std::ptrdiff_t kMostShown = 12;

using Texts = std::vector<std::string>;
/// The cells of each line by its first.
using Lines = std::map<std::string, Texts>;

Lines plan_lines(const std::string& text) {
  Lines lines;
  for (const CsvRow& row : csv_rows(text))
    if (!row.empty()) lines[row.front()] = {row.begin() + 1, row.end()};
  return lines;
}

bool has_all(const Texts& all, const Texts& some) {
  const std::set<std::string> known(all.begin(), all.end());
  return std::all_of(some.begin(), some.end(),
                     [&](const std::string& value) { return known.contains(value); });
}

/// Null if the plan has no such line.
const Texts* find(const Lines& lines, const std::string& name) {
  const auto found = lines.find(name);
  return found == lines.end() ? nullptr : &found->second;
}

bool keeps(const std::string& name, const Texts* before, const Texts* now) {
  if (before == nullptr || now == nullptr) return before == now;
  if (name.starts_with(kSteps)) return has_all(*now, *before);
  return name.starts_with(kVaries) ? has_all(*now, *before) : *now == *before;
}

std::string shown(const Texts* values) {
  if (values == nullptr) return "left out";
  const auto end = values->begin() + std::min<std::ptrdiff_t>(std::ssize(*values), kMostShown);
  return fmt::format("\"{}{}\"", fmt::join(values->begin(), end, ","),
                     end == values->end() ? "" : ",...");
}

/// The first line by which rows might be lost.
std::optional<std::string> difference(const Lines& before, const Lines& now) {
  Lines all = before;
  all.insert(now.begin(), now.end());
  for (const auto& [name, values] : all) {
    const Texts *was = find(before, name), *is = find(now, name);
    if (!keeps(name, was, is)) return fmt::format("{} was {}, now {}", name, shown(was), shown(is));
  }
  return std::nullopt;
}

/// For keys that step together a line of their values at each step.
std::string lines_of_steps(const std::vector<Vary>& axes) {
  std::map<std::string, CsvRow> lines;
  for (const Vary& axis : axes) {
    if (axis.zip.empty()) continue;
    CsvRow& line = lines[axis.zip];
    line.resize(std::max(line.size(), axis.values.size() + 1));
    line[0].append(line[0].empty() ? kSteps : std::string_view(" and ")).append(axis.key);
    for (std::size_t i = 0; i < axis.values.size(); ++i)
      line[i + 1].append(line[i + 1].empty() ? "" : " and ").append(axis.values[i]);
  }
  std::string text;
  for (const auto& [zip, line] : lines) text += csv_line(line);
  return text;
}

[[noreturn]] void refuse(const fs::path& table, const std::string& found) {
  throw OutputError(Fault{table.string(), found,
                          "the same sweep again, also with more values of what varies",
                          "choose another directory with -o, or remove this file"});
}

}  // namespace

fs::path table_of_sweep(const fs::path& directory) {
  return directory / "results.csv";
}

fs::path plan_of_sweep(const fs::path& directory) {
  return directory / "plan.csv";
}

std::string plan_text(const SweepPlan& plan) {
  std::string text = csv_line({"experiment", plan.base.experiment});
  text += plan.base.system.empty() ? csv_line({"platform", plan.base.platform})
                                   : csv_line({"system", plan.base.system});
  for (std::size_t i = 0; i < plan.base.firmware.size(); ++i)
    text += csv_line({fmt::format("firmware {}", i), plan.base.firmware[i]});
  std::vector<std::string> settings = plan.base.settings;
  std::sort(settings.begin(), settings.end());
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    text += csv_line({std::string(kSet) + setting.substr(0, equals), setting.substr(equals + 1)});
  }
  if (plan.base.nic != RunRequest{}.nic) text += csv_line({"nic", plan.base.nic});
  for (std::size_t i = 0; i < plan.base.load.size(); ++i)
    text += csv_line({fmt::format("load {}", i), plan.base.load[i]});
  for (std::size_t i = 0; i < plan.constraints.size(); ++i)
    text += csv_line({fmt::format("constraint {}", i), plan.constraints[i].text()});
  for (const Vary& axis : plan.axes) {
    CsvRow row = axis.values;
    row.insert(row.begin(), std::string(kVaries) + axis.key);
    text += csv_line(row);
  }
  return text + lines_of_steps(plan.axes);
}

void refuse_other_sweep(const SweepPlan& plan, const fs::path& directory) {
  const fs::path table = table_of_sweep(directory);
  std::error_code ignored;
  if (!fs::is_regular_file(table, ignored)) return;
  const std::string before = whole_file(plan_of_sweep(directory)).value_or("");
  if (before.empty())
    refuse(table, "is a table, and there is no plan.csv that tells of what sweep");
  const auto different = difference(plan_lines(before), plan_lines(plan_text(plan)));
  if (different) refuse(table, "is the table of another sweep: " + *different);
}

}  // namespace flybar::program
