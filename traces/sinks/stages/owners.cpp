#include "traces/sinks/stages/owners.h"

#include <algorithm>
#include <string_view>

namespace flybar {
namespace {

/// The part of `name` before `end`, if it ends so.
std::optional<std::string> node_of(const std::string& name, std::string_view end) {
  if (!name.ends_with(end)) return std::nullopt;
  return name.substr(0, name.size() - end.size());
}

}  // namespace

const Owners::Rule Owners::kRules[] = {
    {".lanai.host_dma", ".pci.lanai"},
    {".host.send", ".pci.host"},
    {".host.send", ".host.cpu.user"},
    {".host.send", ".host.cpu.kernel"},
    {".host.send", ".host.cpu.soft_interrupt"},
    {".host.send", ".host.cpu.interrupt"},
    {".host.receive", ".pci.host"},
    {".host.receive", ".host.cpu.user"},
    {".host.receive", ".host.cpu.kernel"},
    {".host.receive", ".host.cpu.soft_interrupt"},
    {".host.receive", ".host.cpu.interrupt"},
    {".lanai.host_dma", ".lanai.firmware", Bond::kStarts},
    {".lanai.send_dma", ".lanai.firmware", Bond::kStarts},
};

void Owners::declared(const Track& track) {
  Stage::declared(track);
  if (track.kind != TrackKind::kActivity) return;
  const auto id = static_cast<TrackId>(tracks().size() - 1);
  for (const Rule& rule : kRules) {
    if (const auto node = node_of(track.name, rule.outer))
      pairs_[*node + std::string(rule.inner)].outer.push_back({id, rule.bond});
    if (node_of(track.name, rule.inner)) pairs_[track.name].inner = id, held_[id];
  }
  inner_.clear();
  for (const auto& [name, pair] : pairs_)
    for (const Outer& outer : pair.outer)
      if (pair.inner) inner_[outer.track].push_back({*pair.inner, outer.bond});
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
    if (const auto inner = inner_.find(activity.track); inner != inner_.end())
      for (const auto& [track, bond] : inner->second) give(held_.at(track), activity, bond);
  pass(activity);
}

bool Owners::belongs(const Activity& part, const Activity& owner, Bond bond) {
  if (bond == Bond::kStarts) return part.begin < owner.begin && owner.begin <= part.end;
  return owner.begin <= part.begin && part.begin < owner.end;
}

/// Parts are told before the whole that they belong to.
void Owners::give(std::vector<Activity>& waiting, const Activity& owner, Bond bond) {
  const auto is_part = [&](const Activity& part) { return belongs(part, owner, bond); };
  const auto rest = std::stable_partition(waiting.begin(), waiting.end(), is_part);
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
