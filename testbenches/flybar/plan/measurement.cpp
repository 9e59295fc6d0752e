#include "testbenches/flybar/plan/measurement.h"

#include <algorithm>

#include "models/common/quantity.h"
#include "testbenches/flybar/command/settings.h"
#include "testbenches/flybar/plan/vary.h"

namespace flybar::program {
namespace {

/// The varied parameters step together.
std::vector<Vary> varied(const Published& row) {
  if (row.measurement->vary.empty()) return {};
  return parse_vary(row.measurement->vary, row.id);
}

}  // namespace

RunRequest published_run(const Published& row) {
  RunRequest run;
  run.experiment = row.measurement->experiment;
  run.platform = row.measurement->platform;
  run.settings = row.measurement->settings;
  run.quiet = true;
  run.stages = false;
  return run;
}

std::vector<RunRequest> runs_of(const Published& row) {
  const std::vector<Vary> keys = varied(row);
  if (keys.empty()) return {published_run(row)};
  std::vector<RunRequest> runs(keys.front().values.size(), published_run(row));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::string> settings;
    for (const Vary& vary : keys) settings.push_back(vary.key + "=" + vary.values[i]);
    override_settings(runs[i], settings);
  }
  return runs;
}

double quantity_of(const Published& row, const std::vector<double>& results) {
  const auto least = std::min_element(results.begin(), results.end());
  if (row.measurement->taken != Taken::kWhereLeast) return *least / row.measurement->divisor;
  const auto at = static_cast<std::size_t>(least - results.begin());
  return static_cast<double>(
      quantity::parse_bytes(varied(row).front().values[at]).value_or(Bytes()).count);
}

}  // namespace flybar::program
