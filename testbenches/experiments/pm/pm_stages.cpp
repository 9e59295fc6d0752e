#include "testbenches/experiments/pm/pm_stages.h"

#include <algorithm>
#include <tuple>

namespace flybar::experiments {

namespace {

/// "node0.lanai.host_dma" of "system.node0.lanai.host_dma"; empty for what is inside the network or
/// only tells how another track comes about.
std::string stage_name(const Track& track) {
  if (track.kind != TrackKind::kActivity) return "";
  const std::size_t node = track.name.find("node");
  const bool engine = track.name.find(".lanai.") != std::string::npos &&
                      track.name.find(".firmware") == std::string::npos;
  if (node == std::string::npos || (!engine && !track.name.ends_with(".host.cpu"))) return "";
  return track.name.substr(node);
}

}  // namespace

void PmStages::begin(Time begin) {
  begin_ = begin;
  end_ = Time::never();
  kept_.clear();
}

TrackId PmStages::declare(const Track& track) {
  tracks_.push_back({next_.declare(track), stage_name(track)});
  return static_cast<TrackId>(tracks_.size() - 1);
}

void PmStages::on(const Activity& activity) {
  const Known& track = tracks_[activity.track];
  if (!track.name.empty() && activity.end > begin_ && activity.begin < end_ &&
      activity.end > activity.begin)
    kept_.push_back({track.name + " " + std::string(activity.label), activity.begin, activity.end,
                     activity.bytes});
  pass(activity);
}

Table PmStages::table(const std::string& note) const {
  std::vector<Kept> kept = kept_;
  std::erase_if(kept, [this](const Kept& one) { return one.begin >= end_; });
  std::stable_sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) {
    return std::tie(a.begin, a.name) < std::tie(b.begin, b.name);
  });
  Table table{"stages", "stage", {"begin us", "duration us", "bytes"}, {}, note};
  for (const Kept& one : kept) {
    const Time begin = std::max(one.begin, begin_);
    table.rows.push_back({one.name,
                          {(begin - begin_).us(), (std::min(one.end, end_) - begin).us(),
                           static_cast<double>(one.bytes)}});
  }
  return table;
}

}  // namespace flybar::experiments
