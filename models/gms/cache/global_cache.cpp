#include "models/gms/cache/global_cache.h"

namespace flybar::gms {

GlobalPage* GlobalCache::find(PageId id) {
  const auto found = pages_.find(id);
  return found == pages_.end() ? nullptr : &found->second;
}

GlobalPage& GlobalCache::insert(PageId id, const GlobalPage& page) {
  by_age_.emplace(page.last_use, id);
  return pages_.emplace(id, page).first->second;
}

GlobalPage GlobalCache::erase(PageId id) {
  const auto found = pages_.find(id);
  const GlobalPage page = found->second;
  by_age_.erase({page.last_use, id});
  pages_.erase(found);
  return page;
}

void GlobalCache::use(PageId id, Time now) {
  GlobalPage& page = pages_.at(id);
  by_age_.erase({page.last_use, id});
  page.last_use = now;
  by_age_.emplace(now, id);
}

std::optional<PageId> GlobalCache::oldest(
    const std::function<bool(PageId, const GlobalPage&)>& fits) const {
  for (const auto& [time, id] : by_age_) {
    if (fits(id, pages_.at(id))) return id;
  }
  return std::nullopt;
}

std::vector<PageId> GlobalCache::pages() const {
  std::vector<PageId> all;
  for (const auto& [time, id] : by_age_) all.push_back(id);
  return all;
}

void GlobalCache::ages(const std::function<void(Time last_use)>& visit) const {
  for (const auto& [time, id] : by_age_) visit(time);
}

}  // namespace flybar::gms
