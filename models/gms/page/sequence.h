/// Tells whether a file is being read page after page, and how far ahead to ask for pages.
#pragma once

#include <algorithm>
#include <cstdint>

namespace flybar::gms {

/// Pages of a file, without `to`.
struct PageRange {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  friend bool operator==(const PageRange&, const PageRange&) = default;
};

class Sequence {
 public:
  /// Ahead of the page that is read, at most `pages`; 0: never.
  explicit Sequence(std::int64_t pages) : pages_(static_cast<std::uint32_t>(pages)) {}

  /// `page` is read now. Which pages to ask for. Each is named once while the reading goes on in
  /// sequence.
  PageRange read(std::uint32_t page, std::uint32_t file_pages) {
    const bool sequential = page == next_ || page + 1 == next_;
    next_ = page + 1;
    if (!sequential) asked_ = next_;
    asked_ = std::max(asked_, next_);
    if (!sequential) return {asked_, asked_};
    const std::uint32_t from = asked_;
    asked_ = std::max(from, std::min(file_pages, next_ + pages_));
    return {from, asked_};
  }
  /// These pages, the last of those that read() named, could not be asked for.
  void give_back(PageRange rest) {
    if (rest.from < rest.to) asked_ = std::min(asked_, rest.from);
  }

 private:
  std::uint32_t pages_;
  std::uint32_t next_ = 0;   ///< the page that continues the sequence
  std::uint32_t asked_ = 0;  ///< all pages before are there or asked for
};

}  // namespace flybar::gms
