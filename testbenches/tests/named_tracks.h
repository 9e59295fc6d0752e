/// An observer that knows its tracks by their names.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"

namespace flybar {

struct NamedTracks : Observer {
  TrackId declare(const Track& track) override {
    names.push_back(track.name);
    return static_cast<TrackId>(names.size() - 1);
  }
  std::vector<std::string> names;  ///< by number
};

}  // namespace flybar
