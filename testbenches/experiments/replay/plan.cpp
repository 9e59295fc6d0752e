#include "testbenches/experiments/replay/plan.h"

#include <algorithm>

#include "models/common/quantity.h"

namespace flybar::experiments {

namespace {

using Operation = Workload::Operation;
using Verb = Workload::Verb;

/// Keeps the first ones.
void cut(std::vector<Operation>& operations, std::int64_t most) {
  std::size_t kept = 0;
  for (; kept < operations.size() && most > 0; ++kept) {
    operations[kept].times = std::min(operations[kept].times, most);
    most -= operations[kept].times;
  }
  operations.resize(kept);
}

std::uint32_t pages_of(Bytes bytes, Bytes page) {
  return static_cast<std::uint32_t>((bytes.count + page.count - 1) / page.count);
}

void note(ReplayPlan& plan, const Operation& operation) {
  const auto file = [&]() -> ReplayPlan::File& { return plan.files[operation.object]; };
  switch (operation.verb) {
    case Verb::kWrite:
      file().changed = true;
      break;
    case Verb::kMap: {
      const Workload::Mapping& mapping = plan.workload.mappings[operation.object];
      if (mapping.writes) plan.files[mapping.file].changed = true;
      break;
    }
    case Verb::kSync:
      file().synced = true;
      break;
    case Verb::kTruncate:
      file().changed = true;
      if (operation.length == Bytes(0)) ++file().emptied;
      break;
    default:
      break;
  }
}

void check(const Workload& workload, Bytes page) {
  std::int64_t pages = 0;
  for (const Workload::File& file : workload.files) pages += pages_of(file.largest, page);
  if (pages <= ReplayPlan::kMostPages) return;
  throw ConfigurationError(
      {{"workload", "its files have " + std::to_string(pages) + " pages",
        "at most " + std::to_string(ReplayPlan::kMostPages) + " pages of " + quantity::print(page),
        "record with --only or --exclude, or with less data"}});
}

void check_emptied(const ReplayPlan& plan) {
  if (plan.pages() <= ReplayPlan::kMostPages) return;
  throw ConfigurationError(
      {{"workload",
        "files are emptied so often that they have " + std::to_string(plan.pages()) + " pages",
        "at most " + std::to_string(ReplayPlan::kMostPages) + " pages in all",
        "replay less of it: set operations"}});
}

}  // namespace

std::int64_t ReplayPlan::pages() const {
  std::int64_t sum = 0;
  for (const File& file : files) sum += file.pages * (1 + file.emptied);
  return sum;
}

std::int64_t ReplayPlan::first_pages() const {
  std::int64_t sum = 0;
  for (const File& file : files) sum += file.first_pages;
  return sum;
}

std::int64_t ReplayPlan::operations() const {
  std::int64_t sum = 0;
  for (const auto& process : of_process)
    for (const std::uint32_t i : process) sum += workload.operations[i].times;
  return std::max<std::int64_t>(sum, 1);
}

ReplayPlan plan_replay(Workload workload, std::int64_t operations, Bytes page) {
  check(workload, page);
  cut(workload.operations, operations);
  ReplayPlan plan{.workload = std::move(workload), .files = {}, .of_process = {}};
  for (const Workload::File& file : plan.workload.files)
    plan.files.push_back(
        {.pages = pages_of(file.largest, page), .first_pages = pages_of(file.size, page)});
  plan.of_process.resize(plan.workload.processes.size());
  std::uint32_t number = 0;
  for (const Operation& operation : plan.workload.operations) {
    plan.of_process[operation.process].push_back(number++);
    note(plan, operation);
  }
  check_emptied(plan);
  return plan;
}

}  // namespace flybar::experiments
