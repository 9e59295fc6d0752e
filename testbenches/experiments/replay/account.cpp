#include "testbenches/experiments/replay/account.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace flybar::experiments {

namespace {

using Source = ReplayAccount::Source;
using FileUse = ReplayAccount::FileUse;

constexpr std::size_t kRows = 10;  ///< of the table of files
constexpr std::array<const char*, 3> kWaits = {"network memory", "disk", "putting away"};

double percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double share(const FileUse& use, Source source) {
  return percent(use.accesses[static_cast<std::size_t>(source)], use.sum());
}

FileUse sum_of(const std::vector<FileUse>& files) {
  FileUse sum;
  for (const FileUse& file : files) {
    for (std::size_t i = 0; i < sum.accesses.size(); ++i) sum.accesses[i] += file.accesses[i];
    sum.stall += file.stall;
  }
  return sum;
}

Table table_of_waits(const ReplayAccount& account) {
  Table table{"waits", "for", {"waits", "mean us", "longest us", "sum us", "run queue us"}, {}};
  for (std::size_t i = 0; i < kWaits.size(); ++i) {
    const ReplayAccount::Waits& waits = account.waits(static_cast<ReplayAccount::Wait>(i));
    const double mean = waits.count == 0 ? 0 : waits.sum.us() / static_cast<double>(waits.count);
    table.rows.push_back({kWaits[i],
                          {static_cast<double>(waits.count), mean, waits.longest.us(),
                           waits.sum.us(), waits.run_queue.us()}});
  }
  return table;
}

/// Those that cost most time, then those used most.
std::vector<std::size_t> busiest(const std::vector<FileUse>& files) {
  std::vector<std::size_t> order(files.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return files[i].sum() + files[i].made() == 0; });
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (files[a].stall != files[b].stall) return files[a].stall > files[b].stall;
    return files[a].sum() + files[a].made() > files[b].sum() + files[b].made();
  });
  order.resize(std::min(order.size(), kRows));
  return order;
}

Table table_of_files(const ReplayAccount& account, const std::vector<std::string>& names) {
  Table table{"files",
              "file",
              {"page uses", "local %", "network %", "disk %", "pages made", "stall us"},
              {}};
  for (const std::size_t i : busiest(account.files())) {
    const FileUse& use = account.files()[i];
    table.rows.push_back(
        {names[i],
         {static_cast<double>(use.sum()), share(use, Source::kLocal), share(use, Source::kNetwork),
          share(use, Source::kDisk), static_cast<double>(use.made()), use.stall.us()}});
  }
  return table;
}

}  // namespace

Source ReplayAccount::source(gms::PageId id, bool here) {
  const auto found = arrivals_.find(id);
  if (found == arrivals_.end()) return here ? Source::kLocal : Source::kNowhere;
  const bool used = std::exchange(found->second.used, true);
  return here && used ? Source::kLocal : found->second.from;
}

Source ReplayAccount::used(std::size_t file, gms::PageId id, bool here) {
  const Source from = source(id, here);
  ++files_[file].accesses[static_cast<std::size_t>(from)];
  return from;
}

void ReplayAccount::waited(std::size_t file, Wait what, TrackId track, const Waited& one) {
  const Time there = one.begin + one.stall, end = there + one.run_queue;
  if (end == one.begin) return;
  const auto index = static_cast<std::size_t>(what);
  Waits& waits = waits_[index];
  ++waits.count;
  waits.sum += one.stall;
  waits.longest = std::max(waits.longest, one.stall);
  waits.run_queue += one.run_queue;
  if (file != kAny) files_[file].stall += one.stall;
  observer_.on(Activity{track, one.begin, there, kWaits[index], 0, 0});
  if (end > there) observer_.on(Activity{track, there, end, "run queue", 0, 0});
}

Time ReplayAccount::stall() const {
  return waits_[0].sum + waits_[1].sum + waits_[2].sum;
}

Time ReplayAccount::run_queue() const {
  return waits_[0].run_queue + waits_[1].run_queue + waits_[2].run_queue;
}

void add_account(const ReplayAccount& account, const std::vector<std::string>& names,
                 Results& results) {
  const FileUse sum = sum_of(account.files());
  const auto put = account.waits(ReplayAccount::Wait::kPut).sum;
  results.numbers.push_back({"stall_time", account.stall().us(), "us"});
  results.numbers.push_back({"stall_get", (account.stall() - put).us(), "us"});
  results.numbers.push_back({"stall_put", put.us(), "us"});
  results.numbers.push_back({"run_queue", account.run_queue().us(), "us"});
  results.numbers.push_back({"hits_local", share(sum, Source::kLocal), "%"});
  results.numbers.push_back({"hits_network", share(sum, Source::kNetwork), "%"});
  results.numbers.push_back({"hits_disk", share(sum, Source::kDisk), "%"});
  results.numbers.push_back({"page_uses", static_cast<double>(sum.sum()), ""});
  results.numbers.push_back({"pages_made", static_cast<double>(sum.made()), ""});
  results.tables.push_back(table_of_waits(account));
  results.tables.push_back(table_of_files(account, names));
}

}  // namespace flybar::experiments
