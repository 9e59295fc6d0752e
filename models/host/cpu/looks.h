/// What a thread of software loads over and over while it does nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "models/common/units.h"

namespace flybar::host {

class Looks {
 public:
  /// A thread that has loaded kMost words in a row, none of which had changed, counts as one that
  /// loads for ever. Over PCI, kMost loads take about half a second. [choice]
  static constexpr std::int64_t kMost = 1'000'000;

  /// The thread does something else than load words or spend time, which a loop of loads may do.
  void forget() {
    loads_ = 0;
    same_ = 0;
    if (!seen_.empty()) seen_.clear();
  }
  /// The thread has loaded these whole words, by `now`. False if it has loaded too many in a row
  /// that did not change.
  bool allow(std::uint32_t address, std::span<const std::uint8_t> data, Time now) {
    return ++loads_ <= kUnsuspicious || compare(address, data, now);
  }

  /// When the thread last saw a word change.
  Time since() const { return since_; }

 private:
  /// The first loads in a row are not compared: most threads do something else before that many.
  static constexpr std::int64_t kUnsuspicious = 1000;

  bool compare(std::uint32_t address, std::span<const std::uint8_t> data, Time now);

  std::int64_t loads_ = 0;
  std::map<std::uint32_t, std::uint32_t> seen_;  ///< the last word at each address
  std::int64_t same_ = 0;
  Time since_;
};

}  // namespace flybar::host
