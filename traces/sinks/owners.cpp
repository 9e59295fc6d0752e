#include "traces/sinks/owners.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace flybar {
namespace {

struct Rule {
  std::string_view outer, inner;  ///< names below the node
};
constexpr std::array kRules = {
    Rule{".lanai.host_dma", ".pci.lanai"}, Rule{".host.send", ".pci.host"},
    Rule{".host.send", ".host.cpu"},       Rule{".host.receive", ".pci.host"},
    Rule{".host.receive", ".host.cpu"},
};

/// The part of `name` before `end`, if it ends so.
std::optional<std::string> node_of(const std::string& name, std::string_view end) {
  if (!name.ends_with(end)) return std::nullopt;
  return name.substr(0, name.size() - end.size());
}

}  // namespace

void Owners::declared(const Track& track) {
  Stage::declared(track);
  if (track.kind != TrackKind::kActivity) return;
  const auto id = static_cast<TrackId>(tracks().size() - 1);
  for (const Rule& rule : kRules) {
    if (const auto node = node_of(track.name, rule.outer))
      pairs_[*node + std::string(rule.inner)].outer.push_back(id);
    if (node_of(track.name, rule.inner)) pairs_[track.name].inner = id, held_[id];
  }
  inner_.clear();
  for (const auto& [name, pair] : pairs_)
    for (const TrackId outer : pair.outer)
      if (pair.inner) inner_[outer].push_back(*pair.inner);
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
      for (const TrackId track : inner->second) give(held_.at(track), activity);
  pass(activity);
}

/// Parts are told before the whole that they belong to.
void Owners::give(std::vector<Activity>& waiting, const Activity& owner) {
  const auto belongs = [&](const Activity& part) {
    return owner.begin <= part.begin && part.begin < owner.end;
  };
  const auto rest = std::stable_partition(waiting.begin(), waiting.end(), belongs);
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
