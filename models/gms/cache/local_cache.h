/// The page directory of one node: pages in its memory, and those on their way there.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <unordered_map>
#include <vector>

#include "models/common/units.h"
#include "models/gms/page/page_id.h"
#include "models/host/memory/frames.h"

namespace flybar::gms {

struct LocalPage {
  enum class Status : std::uint8_t {
    kQueued,   ///< will be asked for as soon as not too many are
    kPending,  ///< asked for
    kMissed,   ///< network memory did not send it
    kPresent,
  };
  Status status = Status::kPresent;
  host::Physical frame = 0;  ///< 0: kMissed, and the frame is gone
  Version version = 0;
  bool absent = false;     ///< kMissed: the directory knows of no copy
  bool dirty = false;      ///< changed, and nowhere else
  bool putting = false;    ///< on its way to network memory or to disk; not to be changed
  bool ahead = false;      ///< asked for ahead, and not used yet; see LocalCache::set_ahead()
  bool spared = false;     ///< not used yet either when its turn to be evicted had come
  int users = 0;           ///< processes at work on it, which must find it again
  Time last_use{};         ///< or when it was asked for
  std::uint32_t call = 0;  ///< the getpage call; 0: none
  std::list<PageId>::iterator use{};  ///< its place in the order of use
};

/// How many pages were asked for ahead, and are not used yet.
class AheadCount {
 public:
  void add(File file) { ++pages_[file]; }
  void remove(File file) {
    if (--pages_.at(file) == 0) pages_.erase(file);
  }

  std::size_t of(File file) const {
    const auto found = pages_.find(file);
    return found == pages_.end() ? 0 : found->second;
  }
  /// That have such pages.
  std::size_t files() const { return pages_.size(); }

 private:
  std::unordered_map<File, std::size_t> pages_;
};

class LocalCache {
 public:
  /// Null if nothing is known of it. Valid until it is erased.
  LocalPage* find(PageId id);
  /// As the page used last. Precondition: it is not here.
  LocalPage& insert(PageId id, LocalPage page);
  /// Its frame becomes the caller's.
  LocalPage erase(PageId id);
  void use(LocalPage& page, Time now) {
    by_use_.splice(by_use_.end(), by_use_, page.use);
    page.last_use = now;
  }

  /// Notes whether the page was asked for ahead, and is not used yet.
  void set_ahead(PageId id, LocalPage& page, bool ahead);
  const AheadCount& ahead() const { return ahead_; }

  /// The page unused for longest among those for which `fits` holds.
  std::optional<PageId> oldest(const std::function<bool(PageId, const LocalPage&)>& fits) const;

  /// All pages, the one unused for longest first.
  std::vector<PageId> by_use() const { return {by_use_.begin(), by_use_.end()}; }

  std::size_t size() const { return pages_.size(); }

 private:
  std::unordered_map<PageId, LocalPage, PageHash> pages_;
  std::list<PageId> by_use_;  ///< the one used last at the end
  AheadCount ahead_;
};

}  // namespace flybar::gms
