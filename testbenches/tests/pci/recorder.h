/// Keeps what a bus tells its observer.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"

namespace flybar::pci {

struct Recorder : Observer {
  TrackId declare(const Track& track) override {
    tracks.push_back(track.name);
    return static_cast<TrackId>(tracks.size() - 1);
  }
  void on(const Activity& activity) override { activities.push_back(activity); }
  using Observer::on;

  const std::string& who(const Activity& activity) const { return tracks[activity.track]; }

  std::vector<std::string> tracks;
  std::vector<Activity> activities;
};

}  // namespace flybar::pci
