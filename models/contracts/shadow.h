/// Another description of a card that runs beside it in some of its clocks, and is compared.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar {

/// What the user asks for: either many windows, which together have this share of the clocks and
/// lie at places that the seed decides, or a single window from one instant to another.
struct ShadowPlaces {
  double share = 0;  ///< above 0 up to 1, or 0: from `from` on, before `to`
  std::uint64_t seed = 1;
  Time from = {}, to = {};
};

/// What shadows have compared.
struct ShadowCount {
  std::int64_t windows = 0, clocks = 0;
  ShadowCount& operator+=(const ShadowCount& more) {
    windows += more.windows, clocks += more.clocks;
    return *this;
  }
};

/// A card that may have a shadow.
class Shadowed {
 public:
  virtual ~Shadowed() = default;
  /// Gives the shadow its windows. To be called before the simulation starts. Does nothing if the
  /// card has no shadow.
  virtual void shadow_in(const ShadowPlaces& places) = 0;
  /// What the shadow has compared so far.
  virtual ShadowCount shadowed() const = 0;
};

}  // namespace flybar
