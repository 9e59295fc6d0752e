#include "testbenches/experiments/pm/pm_stages.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "testbenches/experiments/messages/critical_path.h"

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

/// The first that fits what is going on is what is waited for.
constexpr std::array kWaitNames = {"link", "DMA into the NIC", "DMA into the host", "host software",
                                   "firmware"};

/// Index in kWaitNames, of "node0.lanai.host_dma read".
std::size_t wait_of(const std::string& stage) {
  if (stage.find(".send_dma") != std::string::npos ||
      stage.find(".receive_dma") != std::string::npos)
    return 0;
  if (stage.ends_with(".host_dma read")) return 1;
  if (stage.ends_with(".host_dma write")) return 2;
  const bool looks = stage.ends_with(" poll") || stage.ends_with(" program");
  return stage.find(".host.cpu ") != std::string::npos && !looks ? 3 : 4;
}

}  // namespace

void PmStages::begin(Time begin) {
  begin_ = begin;
  end_ = Time::never();
  // A node that is ahead of the one that begins has told of activities that end later.
  std::erase_if(kept_, [begin](const Kept& one) { return one.end <= begin; });
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

Table PmStages::waits() const {
  std::vector<Time> borders{begin_, end_};
  for (const Kept& one : kept_)
    for (const Time at : {one.begin, one.end})
      if (at > begin_ && at < end_) borders.push_back(at);
  std::sort(borders.begin(), borders.end());
  std::array<Time, kWaitNames.size()> sums{};
  for (std::size_t i = 1; i < borders.size(); ++i) {
    std::size_t first = kWaitNames.size() - 1;
    for (const Kept& one : kept_)
      if (one.begin <= borders[i - 1] && one.end >= borders[i])
        first = std::min(first, wait_of(one.name));
    sums[first] += borders[i] - borders[i - 1];
  }
  Table table{kWaitsTable, "resource", {"mean us", "share %", "slowest us"}, {}};
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i] > Time())
      table.rows.push_back(
          {kWaitNames[i], {sums[i].us(), 100 * sums[i].us() / (end_ - begin_).us(), sums[i].us()}});
  return table;
}

}  // namespace flybar::experiments
