#include "testbenches/experiments/measure/messages/declared_tracks.h"

#include <algorithm>
#include <set>
#include <utility>

#include "models/common/fault.h"

namespace flybar::experiments {
namespace {

/// As a card's author calls it.
const char* name_of(Lane lane) {
  constexpr const char* kLaneNames[] = {"kReadsHost",  "kSends",    "kReceives",
                                        "kWritesHost", "kSoftware", "kCalls"};
  return kLaneNames[static_cast<std::size_t>(lane)];
}

std::string names_of(const std::vector<Lane>& lanes) {
  std::string names;
  for (const Lane lane : lanes) names.append(names.empty() ? "" : ", ").append(name_of(lane));
  return names;
}

[[noreturn]] void refuse(const std::string& track, const std::string& found,
                         const std::string& allowed, const std::string& advice) {
  throw ConfigurationError({{track, found, allowed, advice}});
}

/// Which lanes each part has, by the paths of its tracks.
class Lanes {
 public:
  void add(const DeclaredTrack& track) {
    for (std::string part = parent_of(track.name); !part.empty(); part = parent_of(part))
      for (const Track::InLane& in : track.lanes) all_.insert({part, in.lane});
  }
  bool has_any(const Track::PartOf& wanted) const {
    return std::any_of(wanted.lanes.begin(), wanted.lanes.end(), [&](Lane lane) {
      return all_.count({wanted.scope, lane}) > 0;
    });
  }

 private:
  std::set<std::pair<std::string, Lane>> all_;
};

/// Engines of two parts would be one.
void check_own(const DeclaredTrack& track, std::set<std::string>& engines) {
  if (track.lanes.empty() || !is_engine(track.lanes.front().lane)) return;
  if (!engines.insert(track.name).second)
    refuse(track.name, "another part has declared this track, and is in its lanes",
           "lanes of the part itself", "name the track after the part that declares it");
}

void check_part_of(const DeclaredTrack& track, const Lanes& lanes) {
  const Track::PartOf& part = track.part_of;
  if (part.lanes.empty()) return;
  const std::string node = parent_of(part.scope);
  if (!track.name.starts_with(node + "."))
    refuse(track.name, "it belongs to lanes of " + part.scope + ", a part of another node",
           "lanes of parts beside it", "mend Track::part_of");
  if (std::all_of(part.lanes.begin(), part.lanes.end(), is_engine) && !lanes.has_any(part))
    refuse(track.name,
           "it belongs to lanes of " + part.scope + " (" + names_of(part.lanes) +
               "), which has none of these",
           "lanes that a part beside it declares", "mend Track::part_of, or declare the lanes");
}

}  // namespace

void check_tracks(const std::vector<DeclaredTrack>& tracks) {
  Lanes lanes;
  for (const DeclaredTrack& track : tracks) lanes.add(track);
  std::set<std::string> engines;
  for (const DeclaredTrack& track : tracks) {
    check_own(track, engines);
    check_part_of(track, lanes);
  }
}

}  // namespace flybar::experiments
