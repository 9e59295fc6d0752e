/// What a replay counts: where pages came from, and how long processes waited.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "models/common/observer.h"
#include "models/gms/page/page_id.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

class ReplayAccount {
 public:
  /// Where a page that a process wants was. Nowhere: it has no contents yet, or will be overwritten
  /// as a whole, so that nobody fetches it.
  enum class Source : std::uint8_t { kLocal, kNetwork, kDisk, kNowhere };
  /// What a process waits for: a page, or that changed pages are put away.
  enum class Wait : std::uint8_t { kNetwork, kDisk, kPut };

  struct FileUse {
    std::array<std::int64_t, 4> accesses{};  ///< by source
    Time stall;
    std::int64_t made() const { return accesses[3]; }
    /// Without those of pages that were nowhere.
    std::int64_t sum() const { return accesses[0] + accesses[1] + accesses[2]; }
  };
  /// One wait: first for what it is about, then, when that is there, for the CPU.
  struct Waited {
    Time begin;
    Time stall;
    Time run_queue;
  };
  struct Waits {
    std::int64_t count = 0;
    Time sum;  ///< of stalls, as is `longest`
    Time longest;
    Time run_queue;
  };

  ReplayAccount(Observer& observer, std::size_t files) : observer_(observer), files_(files) {}

  /// A page has come. A process may not want it yet.
  void arrived(gms::PageId id, Source from) { arrivals_[id] = {.from = from}; }
  /// It has been evicted.
  void gone(gms::PageId id) { arrivals_.erase(id); }
  /// A process uses a page of a file of the workload, and found it `here` or not. Where it came
  /// from counts for all who waited for it; if nobody did, for the first who finds it.
  Source used(std::size_t file, gms::PageId id, bool here);
  /// A process has waited, and `track` shows it. For changed pages of any file: `file` is kAny.
  static constexpr std::size_t kAny = ~std::size_t{0};
  void waited(std::size_t file, Wait what, TrackId track, const Waited& one);

  const std::vector<FileUse>& files() const { return files_; }
  const Waits& waits(Wait what) const { return waits_[static_cast<std::size_t>(what)]; }
  Time stall() const;
  Time run_queue() const;

 private:
  struct Arrival {
    Source from;
    bool used = false;  ///< since it came
  };
  Source source(gms::PageId id, bool here);

  Observer& observer_;
  std::vector<FileUse> files_;
  std::array<Waits, 3> waits_;
  std::unordered_map<gms::PageId, Arrival, gms::PageHash> arrivals_;
};

/// Numbers "stall_time" to "pages_made", and the tables of waits and of the busiest files. `names`
/// are those of the files.
void add_account(const ReplayAccount& account, const std::vector<std::string>& names,
                 Results& results);

}  // namespace flybar::experiments
