#include "models/gms/cache/local_cache.h"

#include <utility>

namespace flybar::gms {

LocalPage* LocalCache::find(PageId id) {
  const auto found = pages_.find(id);
  return found == pages_.end() ? nullptr : &found->second;
}

LocalPage& LocalCache::insert(PageId id, LocalPage page) {
  page.use = by_use_.insert(by_use_.end(), id);
  return pages_.emplace(id, page).first->second;
}

LocalPage LocalCache::erase(PageId id) {
  const auto found = pages_.find(id);
  set_ahead(id, found->second, false);
  const LocalPage page = found->second;
  by_use_.erase(page.use);
  pages_.erase(found);
  return page;
}

void LocalCache::set_ahead(PageId id, LocalPage& page, bool ahead) {
  if (page.ahead == ahead) return;
  page.ahead = ahead;
  ahead ? ahead_.add(id.file) : ahead_.remove(id.file);
}

std::optional<PageId> LocalCache::oldest(
    const std::function<bool(PageId, const LocalPage&)>& fits) const {
  for (const PageId id : by_use_) {
    if (fits(id, pages_.at(id))) return id;
  }
  return std::nullopt;
}

}  // namespace flybar::gms
