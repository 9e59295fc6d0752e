#include "testbenches/flybar/run/published_beside.h"

#include <map>

#include "models/common/input_file.h"
#include "testbenches/flybar/plan/measurement.h"

namespace flybar::program {
namespace {

using Conditions = std::map<std::string, std::string>;

Conditions conditions_of(const Prepared& ready) {
  Conditions conditions;
  for (const auto& [key, value] : ready.parameters()) conditions[key] = value;
  for (const std::string& key : ready.experiment->sample_size()) conditions.erase(key);
  return conditions;
}

/// A system file, a platform file and firmware of one's own are other systems, whatever is in them.
bool is_builtin(const RunRequest& request) {
  return request.system.empty() && request.firmware.empty() &&
         !request.platform.ends_with(".toml") && !is_stream_input(request.platform);
}

bool may_be_beside(const Published& row, const RunRequest& request, const Prepared& ready) {
  const auto& measurement = row.measurement;
  return measurement && measurement->experiment == ready.name &&
         measurement->platform == request.platform && measurement->divisor == 1 &&
         measurement->taken != Taken::kWhereLeast;
}

/// On the same kinds of cards: the RTL of a card is no other system.
Conditions conditions_of(const Published& row, const RunRequest& request) {
  RunRequest run = published_run(row);
  run.nic = request.nic;
  run.shadow = request.shadow;
  return conditions_of(prepare(run));
}

}  // namespace

PublishedBeside::PublishedBeside(const RunRequest& request, const Prepared& ready) {
  if (!is_builtin(request)) return;
  const Conditions here = conditions_of(ready);
  for (const Published& row : published())
    if (may_be_beside(row, request, ready) && conditions_of(row, request) == here)
      rows_.push_back(&row);
}

std::vector<const Published*> PublishedBeside::of(const std::string& result) const {
  std::vector<const Published*> rows;
  for (const Published* row : rows_)
    if (row->measurement->result == result) rows.push_back(row);
  return rows;
}

}  // namespace flybar::program
