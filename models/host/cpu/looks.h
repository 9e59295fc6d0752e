/// What a thread of software loads over and over while it does nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "models/common/units.h"

namespace flybar::host {

class Looks {
 public:
  /// So many words in a row that are what they were: who goes on would go on for ever. Over PCI
  /// that is about half a second. [choice]
  static constexpr std::int64_t kMost = 1'000'000;

  /// The thread has done something else, or begins to. To spend time is nothing else: a loop of
  /// loads may do that.
  void forget() {
    loads_ = 0;
    same_ = 0;
    if (!seen_.empty()) seen_.clear();
  }
  /// It has loaded whole words, by `now`. False if these are too many that are what they were.
  bool allow(std::uint32_t address, std::span<const std::uint8_t> data, Time now) {
    return ++loads_ <= kUnsuspicious || compare(address, data, now);
  }

  /// When it began to see the same.
  Time since() const { return since_; }

 private:
  /// Loads in a row that nobody compares: most threads do something else long before.
  static constexpr std::int64_t kUnsuspicious = 1000;

  bool compare(std::uint32_t address, std::span<const std::uint8_t> data, Time now);

  std::int64_t loads_ = 0;
  std::map<std::uint32_t, std::uint32_t> seen_;  ///< the last word at each address
  std::int64_t same_ = 0;
  Time since_;
};

}  // namespace flybar::host
