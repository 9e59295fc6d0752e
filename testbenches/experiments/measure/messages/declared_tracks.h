/// Whether the lanes that tracks declare are their own.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"

namespace flybar::experiments {

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
