#include "traces/sinks/stages/owners.h"

#include <algorithm>

namespace flybar {

bool Owners::is_part(const Track& track, const Track& owner) {
  const Track::PartOf& part = track.part_of;
  if (!owner.name.starts_with(part.scope + ".")) return false;
  return std::any_of(owner.lanes.begin(), owner.lanes.end(), [&](const Track::InLane& in) {
    return std::find(part.lanes.begin(), part.lanes.end(), in.lane) != part.lanes.end();
  });
}

void Owners::declared(const Track& track) {
  Stage::declared(track);
  if (track.kind != TrackKind::kActivity) return;
  const auto id = static_cast<TrackId>(tracks().size() - 1);
  if (!track.part_of.lanes.empty()) held_[id];
  if (!track.lanes.empty()) owners_.push_back(id);
  for (const TrackId owner : owners_) join(id, owner);
  for (const auto& [part, waiting] : held_)
    if (part != id) join(part, id);
}

void Owners::join(TrackId part, TrackId owner) {
  if (part != owner && is_part(tracks()[part], tracks()[owner]))
    parts_[owner].push_back({part, tracks()[part].part_of.starts});
}

void Owners::on(const Activity& activity) {
  if (const auto held = held_.find(activity.track); held != held_.end()) {
    std::vector<Activity>& waiting = held->second;
    waiting.push_back(activity);
    waiting.back().label = labels_.text(labels_.number(activity.label));
    if (waiting.size() == kMostHeld) hand_on(waiting, kMostHeld / 2);
    return;
  }
  if (activity.message != 0)
    if (const auto parts = parts_.find(activity.track); parts != parts_.end())
      for (const Part& part : parts->second) give(held_.at(part.track), activity, part.starts);
  pass(activity);
}

bool Owners::belongs(const Activity& part, const Activity& owner, bool starts) {
  if (starts) return part.begin < owner.begin && owner.begin <= part.end;
  return owner.begin <= part.begin && part.begin < owner.end;
}

/// Parts are told before the whole that they belong to.
void Owners::give(std::vector<Activity>& waiting, const Activity& owner, bool starts) {
  const auto is_its = [&](const Activity& part) { return belongs(part, owner, starts); };
  const auto rest = std::stable_partition(waiting.begin(), waiting.end(), is_its);
  const auto count = static_cast<std::size_t>(rest - waiting.begin());
  for (std::size_t i = 0; i < count; ++i) waiting[i].message = owner.message;
  hand_on(waiting, count);
}

void Owners::hand_on(std::vector<Activity>& waiting, std::size_t count) {
  const auto end = waiting.begin() + static_cast<std::ptrdiff_t>(count);
  std::for_each(waiting.begin(), end, [this](const Activity& it) { pass(it); });
  waiting.erase(waiting.begin(), end);
}

void Owners::close(Time end) {
  for (auto& [track, waiting] : held_) hand_on(waiting, waiting.size());
  Stage::close(end);
}

}  // namespace flybar
