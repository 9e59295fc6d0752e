/// Pages in the order of their last use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace flybar::host {

/// A list through an array: pages are small numbers (of frames, of cache entries), and every
/// operation takes constant time.
class PageLru {
 public:
  /// For pages 0 to `pages` - 1. None is in it at first.
  explicit PageLru(std::size_t pages) : links_(pages + 1), end_(static_cast<Index>(pages)) {
    links_[end_] = {end_, end_};
  }

  /// It is the newest now; enters it if it was not in.
  void touch(std::size_t page) {
    remove(page);
    const auto index = static_cast<Index>(page);
    const Index newest = links_[end_].older;
    links_[index] = {.older = newest, .newer = end_};
    links_[newest].newer = links_[end_].older = index;
    ++size_;
  }
  /// Nothing happens if it is not in.
  void remove(std::size_t page) {
    Links& links = links_[page];
    if (links.newer == kOut) return;
    links_[links.older].newer = links.newer;
    links_[links.newer].older = links.older;
    links = {};
    --size_;
  }
  bool contains(std::size_t page) const { return links_[page].newer != kOut; }
  std::size_t size() const { return size_; }

  /// Nothing if it is empty.
  std::optional<std::size_t> oldest() const { return newer_than(end_); }
  /// The one used next after `page`; nothing after the newest. Precondition: contains(page).
  std::optional<std::size_t> newer_than(std::size_t page) const {
    const Index next = links_[page].newer;
    return next == end_ ? std::nullopt : std::optional<std::size_t>(next);
  }

 private:
  using Index = std::uint32_t;
  static constexpr Index kOut = std::numeric_limits<Index>::max();
  struct Links {
    Index older = kOut;
    Index newer = kOut;
  };
  std::vector<Links> links_;  ///< the last one joins the ends
  const Index end_;
  std::size_t size_ = 0;
};

}  // namespace flybar::host
