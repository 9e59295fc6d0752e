#include "testbenches/experiments/stages.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace flybar::experiments {

namespace {

struct Lane {
  const char* name;
  bool sender;             ///< at the node that sends, or at the one that receives
  std::string_view track;  ///< end of the track's name
};
/// In the order of the data's way.
constexpr std::array kLanes = {Lane{"host send", true, "host.send"},
                               Lane{"DMA into NIC", true, "lanai.host_dma"},
                               Lane{"link send", true, "lanai.send_dma"},
                               Lane{"link receive", false, "lanai.receive_dma"},
                               Lane{"DMA into host", false, "lanai.host_dma"},
                               Lane{"host receive", false, "host.receive"}};

bool is_of_node(std::string_view track, std::size_t node) {
  return track.find(node == 0 ? "node0" : "node1") != std::string_view::npos;
}

}  // namespace

TrackId Stages::declare(const Track& track) {
  std::size_t stage = 0;
  const std::size_t sender = way_ == Way::kNode0ToNode1 ? 0 : 1;
  while (stage < kLanes.size() &&
         !(std::string_view(track.name).ends_with(kLanes[stage].track) &&
           is_of_node(track.name, kLanes[stage].sender ? sender : 1 - sender)))
    ++stage;
  stage_of_.push_back(stage);
  return static_cast<TrackId>(stage_of_.size() - 1);
}

void Stages::on(const Activity& activity) {
  if (frozen_) return;
  const std::size_t stage = stage_of_[activity.track];
  if (stage < kLanes.size()) spans_.push_back({stage, activity.begin, activity.end});
}

void Stages::freeze(Time begin) {
  frozen_ = true;
  begin_ = begin;
}

std::vector<Stages::Stage> Stages::collect() const {
  std::vector<Stage> stages(kLanes.size());
  Time over = Time::never();
  for (const Span& span : spans_)
    if (span.stage == kLanes.size() - 1 && span.begin >= begin_) over = std::min(over, span.end);
  for (const Span& span : spans_) {
    if (span.begin < begin_ || span.begin >= over) continue;
    Stage& stage = stages[span.stage];
    stage.begin = std::min(stage.begin, span.begin - begin_);
    stage.end = std::max(stage.end, span.end - begin_);
    stage.busy += span.end - span.begin;
    ++stage.parts;
  }
  return stages;
}

Table Stages::table() const {
  Table table{"stages of one message", "stage", {"begin us", "end us", "busy us", "parts"}, {}};
  const std::vector<Stage> stages = collect();
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stages[i].parts > 0)
      table.rows.push_back({kLanes[i].name,
                            {stages[i].begin.us(), stages[i].end.us(), stages[i].busy.us(),
                             static_cast<double>(stages[i].parts)}});
  return table;
}

}  // namespace flybar::experiments
