/// Names of pages, and how their contents change.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "models/common/mix.h"

namespace flybar::gms {

using File = std::uint32_t;

/// A page of a file. Unique in the cluster.
struct PageId {
  File file = 0;
  std::uint32_t page = 0;
  friend auto operator<=>(const PageId&, const PageId&) = default;
};

/// Counts the times that a page was changed after it had been cleaned. 0: it has no contents yet
/// and reads as zeros.
using Version = std::uint32_t;

constexpr std::uint64_t hash(PageId id) {
  return mix(static_cast<std::uint64_t>(id.file) << 32 | id.page);
}

/// For containers; their order is never used.
struct PageHash {
  std::size_t operator()(PageId id) const { return hash(id); }
};

/// Random numbers from a seed, equal on every machine.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(mix(seed)) {}
  /// Below `bound`, which is not 0.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t next() { return mix(state_++); }
  std::uint64_t state_;
};

}  // namespace flybar::gms
