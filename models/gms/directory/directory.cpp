#include "models/gms/directory/directory.h"

namespace flybar::gms {

const Location* Directory::find(PageId id) const {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : &found->second;
}

bool Directory::update(PageId id, Location location) {
  const auto [entry, added] = entries_.try_emplace(id, location);
  if (!added && entry->second.version > location.version) return false;
  entry->second = location;
  return true;
}

void Directory::remove(PageId id, Location location) {
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second.site != location.site) return;
  if (found->second.version <= location.version) entries_.erase(found);
}

void Directory::retain(const std::function<bool(PageId, const Location&)>& keep) {
  std::erase_if(entries_, [&](const auto& entry) { return !keep(entry.first, entry.second); });
}

}  // namespace flybar::gms
