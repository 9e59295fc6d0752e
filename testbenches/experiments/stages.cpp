#include "testbenches/experiments/stages.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace flybar::experiments {

namespace {

struct Lane {
  const char* name;
  std::string_view track;  ///< end of the track's name
};
/// In the order of the data's way from node 0 to node 1.
constexpr std::array kLanes = {
    Lane{"host send", "node0.trapeze.send"},      Lane{"DMA into NIC", "node0.lanai.host_dma"},
    Lane{"link send", "node0.lanai.send_dma"},    Lane{"link receive", "node1.lanai.receive_dma"},
    Lane{"DMA into host", "node1.lanai.host_dma"}, Lane{"host receive", "node1.trapeze.receive"}};

}  // namespace

TrackId Stages::declare(const Track& track) {
  std::size_t stage = 0;
  while (stage < kLanes.size() && !std::string_view(track.name).ends_with(kLanes[stage].track)) ++stage;
  stage_of_.push_back(stage);
  return static_cast<TrackId>(stage_of_.size() - 1);
}

void Stages::on(const Activity& activity) {
  const std::size_t stage = stage_of_[activity.track];
  if (!frozen_ && stage < kLanes.size()) spans_.push_back({stage, activity.begin, activity.end});
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
