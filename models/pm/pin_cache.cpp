#include "models/pm/pin_cache.h"

#include <algorithm>
#include <iterator>

namespace flybar::pm {

PinCache::PinCache(Pinner& pinner, std::uint32_t entries, std::uint64_t page)
    : pinner_(pinner), page_(page), used_(entries) {}

std::optional<PinCache::Lock> PinCache::lock(std::uint64_t begin, std::uint64_t bytes) {
  const std::uint64_t end = begin + bytes;
  auto found = find(begin, end);
  if (must_miss() && found != areas_.end() && found->users == 0) {
    release(found);
    found = areas_.end();
  }
  const bool hit = found != areas_.end();
  if (!hit) {
    const auto pages = static_cast<std::uint32_t>((end + page_ - 1) / page_ - begin / page_);
    if (pages > used_.size()) return std::nullopt;
    std::optional<std::uint32_t> first;
    while (!(first = find_free(pages)))
      if (!release_oldest()) return std::nullopt;
    areas_.push_back({{begin, end, *first, pages}});
    found = std::prev(areas_.end());
    mark(found->area, true);
    pinner_.pin(found->area);
  }
  ++(hit ? counters_.hits : counters_.misses);
  areas_.splice(areas_.end(), areas_, found);
  ++found->users;
  held_.push_back({begin, bytes, &*found});
  return Lock{found->area, hit};
}

bool PinCache::unlock(std::uint64_t begin, std::uint64_t bytes) {
  const auto held = std::find_if(held_.begin(), held_.end(), [&](const Held& one) {
    return one.begin == begin && one.bytes == bytes;
  });
  if (held == held_.end()) return false;
  --held->pinned->users;
  held_.erase(held);
  return true;
}

void PinCache::release_all() {
  held_.clear();
  while (!areas_.empty()) release(areas_.begin());
}

PinCache::Areas::iterator PinCache::find(std::uint64_t begin, std::uint64_t end) {
  return std::find_if(areas_.begin(), areas_.end(), [&](const Pinned& pinned) {
    return pinned.area.begin <= begin && end <= pinned.area.end;
  });
}

bool PinCache::must_miss() {
  if (!forced_) return false;
  owed_misses_ += (100 - *forced_) / 100;
  if (owed_misses_ < 1 - 1e-9) return false;
  owed_misses_ -= 1;
  return true;
}

/// The first run of so many entries.
std::optional<std::uint32_t> PinCache::find_free(std::uint32_t pages) const {
  const auto run = std::search_n(used_.begin(), used_.end(), static_cast<int>(pages), false);
  if (run == used_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(run - used_.begin());
}

bool PinCache::release_oldest() {
  const auto oldest = std::find_if(areas_.begin(), areas_.end(),
                                   [](const Pinned& pinned) { return pinned.users == 0; });
  if (oldest == areas_.end()) return false;
  release(oldest);
  return true;
}

void PinCache::release(Areas::iterator area) {
  pinner_.release(area->area);
  mark(area->area, false);
  areas_.erase(area);
  ++counters_.releases;
}

void PinCache::mark(const Area& area, bool used) {
  std::fill_n(used_.begin() + area.first, area.pages, used);
  counters_.pinned += used ? area.pages : -static_cast<std::int64_t>(area.pages);
  counters_.most = std::max(counters_.most, counters_.pinned);
}

}  // namespace flybar::pm
