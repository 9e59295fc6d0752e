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
    if (const std::uint64_t message = told_before(activity); message != 0) {
      Activity part = activity;
      part.message = message;
      return pass(part);
    }
    waiting.push_back(activity);
    waiting.back().label = labels_.text(labels_.number(activity.label));
    if (waiting.size() == kMostHeld) hand_on(waiting, kMostHeld / 2);
    return;
  }
  if (activity.message != 0)
    if (const auto parts = parts_.find(activity.track); parts != parts_.end())
      for (const Part& part : parts->second) give(part, activity);
  pass(activity);
}

bool Owners::belongs(const Activity& part, const Whole& owner) {
  if (owner.starts) return part.begin < owner.begin && owner.begin <= part.end;
  return owner.begin <= part.begin && part.begin < owner.end;
}

/// The message of the whole, or 0. Parts of one track come in the order of time, so wholes behind
/// them have got all that is theirs.
std::uint64_t Owners::told_before(const Activity& part) {
  std::deque<Whole>& wholes = wholes_[part.track];
  while (!wholes.empty() && wholes.front().end < part.begin) wholes.pop_front();
  const auto its = std::find_if(wholes.begin(), wholes.end(),
                                [&](const Whole& one) { return belongs(part, one); });
  return its == wholes.end() ? 0 : its->message;
}

/// To what has been told of it, and what will be.
void Owners::give(const Part& part, const Activity& owner) {
  const Whole whole{owner.begin, owner.end, owner.message, part.starts};
  std::deque<Whole>& wholes = wholes_[part.track];
  if (wholes.size() == kMostHeld) wholes.pop_front();
  wholes.push_back(whole);
  std::vector<Activity>& waiting = held_.at(part.track);
  const auto is_its = [&](const Activity& one) { return belongs(one, whole); };
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
