/// Whether the lanes that tracks declare are their own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/common/observer.h"

namespace flybar::experiments {

/// An engine of a card is in the lane, and moves messages.
inline bool is_engine(Lane lane) {
  return static_cast<std::size_t>(lane) < kLanes;
}

struct DeclaredTrack {
  std::string name;
  std::vector<Track::InLane> lanes;
  Track::PartOf part_of;
};

/// Throws ConfigurationError if a track is in a lane under the name of one that is already in it,
/// if it belongs to lanes of another node's part, or to lanes of engines that this part has not.
/// What software calls may be missing: a part does not know which software there is.
void check_tracks(const std::vector<DeclaredTrack>& tracks);

}  // namespace flybar::experiments
