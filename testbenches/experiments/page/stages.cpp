#include "testbenches/experiments/page/stages.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace flybar::experiments {

namespace {

struct Lane {
  const char* name;
  bool sender;             ///< at the node that sends, or at the one that receives
  std::string_view track;  ///< end of the track's name
  std::string_view label;  ///< of the activities that count
};
/// In the order of the data's way.
constexpr std::array kLanes = {Lane{"host send", true, "host.send", "send"},
                               Lane{"DMA into NIC", true, "lanai.host_dma", "read"},
                               Lane{"link send", true, "lanai.send_dma", "send"},
                               Lane{"link receive", false, "lanai.receive_dma", "receive"},
                               Lane{"DMA into host", false, "lanai.host_dma", "write"},
                               Lane{"host receive", false, "host.receive", "receive"}};
enum : std::size_t { kHostSend, kDmaIn, kLinkSend, kLinkReceive, kDmaOut, kHostReceive };

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
  if (stage < kLanes.size() && activity.label == kLanes[stage].label)
    spans_.push_back({stage, activity.begin, activity.end});
}

void Stages::freeze(Time begin) {
  frozen_ = true;
  begin_ = begin;
}

std::vector<Stages::Stage> Stages::collect() const {
  std::vector<Stage> stages(kLanes.size());
  const auto first_from = [this](std::size_t stage, Time from) {
    Span first{stage, Time::never(), Time::never()};
    for (const Span& span : spans_)
      if (span.stage == stage && span.begin >= from && span.begin < first.begin) first = span;
    return first;
  };
  const Time begin = first_from(kHostSend, begin_).begin;
  const Time over = first_from(kHostReceive, begin).end;
  for (const Span& span : spans_) {
    if (span.begin < begin || span.begin >= over) continue;
    Stage& stage = stages[span.stage];
    stage.begin = std::min(stage.begin, span.begin - begin_);
    stage.end = std::max(stage.end, span.end - begin_);
    stage.busy += span.end - span.begin;
    ++stage.parts;
  }
  return stages;
}

/// In which the message waits in a ring for its reader to find it: no engine moves it.
Stages::Stage Stages::gap(Time from, Time to) {
  from = std::min(from, to);
  return {from, to, to - from, 1};
}

Table Stages::table() const {
  Table table{"stages of one message", "stage", {"begin us", "end us", "busy us", "parts"}, {}};
  const std::vector<Stage> stages = collect();
  const auto add = [&table](const char* name, const Stage& stage) {
    if (stage.parts > 0)
      table.rows.push_back(
          {name,
           {stage.begin.us(), stage.end.us(), stage.busy.us(), static_cast<double>(stage.parts)}});
  };
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i == kDmaIn)
      add("send ring",
          gap(stages[kHostSend].end, std::min(stages[kDmaIn].begin, stages[kLinkSend].begin)));
    if (i == kHostReceive)
      add("receive ring",
          gap(std::max(stages[kDmaOut].end, stages[kLinkReceive].end), stages[kHostReceive].begin));
    add(kLanes[i].name, stages[i]);
  }
  return table;
}

}  // namespace flybar::experiments
