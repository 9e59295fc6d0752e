/// Tracks that are costly to tell of: bus transfers, runs of bytes, the work of CPUs, packets of
/// layers above the network's. A model declares them only for an observer that keeps events.
#pragma once

#include <limits>
#include <typeinfo>

#include "models/common/observer.h"

namespace flybar {

/// The number of a track of which nothing is told.
inline constexpr TrackId kUntold = std::numeric_limits<TrackId>::max();

/// An observer that is of no class of its own keeps nothing.
inline bool keeps_details(const Observer& observer) {
  return typeid(observer) != typeid(Observer);
}

inline TrackId declare_details(Observer& observer, const Track& track) {
  return keeps_details(observer) ? observer.declare(track) : kUntold;
}

}  // namespace flybar
