/// The pages that one node keeps for the cluster.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/gms/page/membership.h"
#include "models/host/memory/frames.h"

namespace flybar::gms {

struct GlobalPage {
  host::Physical frame = 0;
  Version version = 0;
  bool dirty = false;   ///< this version is on no disk
  bool sticky = false;  ///< stays when it is read
  Node home = 0;        ///< whose disk the file is on
  Time last_use{};
  int busy = 0;  ///< being sent, moved or written back so many times: it stays until that is over
};

class GlobalCache {
 public:
  /// Null if it is not here. Valid until it is erased.
  GlobalPage* find(PageId id);
  /// Precondition: it is not here.
  GlobalPage& insert(PageId id, const GlobalPage& page);
  /// Its frame becomes the caller's. Precondition: it is here.
  GlobalPage erase(PageId id);
  void use(PageId id, Time now);

  /// The page unused for longest among those for which `fits` holds.
  std::optional<PageId> oldest(const std::function<bool(PageId, const GlobalPage&)>& fits) const;
  /// All pages, the one unused for longest first.
  std::vector<PageId> pages() const;
  /// Calls `visit` with the last use of each.
  void ages(const std::function<void(Time last_use)>& visit) const;

  std::size_t size() const { return pages_.size(); }

 private:
  std::unordered_map<PageId, GlobalPage, PageHash> pages_;
  std::set<std::pair<Time, PageId>> by_age_;
};

}  // namespace flybar::gms
