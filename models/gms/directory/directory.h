/// The part of the global directory that one node keeps: which node caches which page.
#pragma once

#include <functional>
#include <unordered_map>

#include "models/gms/page/membership.h"

namespace flybar::gms {

/// Where a copy of a page is.
struct Location {
  Node site = 0;
  Version version = 0;
};

class Directory {
 public:
  /// Null if the page is in no global cache that this node knows of. Valid until the next change.
  const Location* find(PageId id) const;

  /// The page is cached there. False, and nothing changes, if a later version is known.
  bool update(PageId id, Location location);
  /// Nobody has this version of it, nor an earlier one, at `site`.
  void remove(PageId id, Location location);
  /// Keeps only the pages for which `keep` holds.
  void retain(const std::function<bool(PageId, const Location&)>& keep);

  std::size_t size() const { return entries_.size(); }

 private:
  std::unordered_map<PageId, Location, PageHash> entries_;
};

}  // namespace flybar::gms
