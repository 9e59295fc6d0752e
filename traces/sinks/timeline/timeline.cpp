#include "traces/sinks/timeline/timeline.h"

#include <algorithm>

namespace flybar {

TimelineSink::TimelineSink(const std::filesystem::path& path)
    : events_(std::filesystem::absolute(path).parent_path()) {}

/// Of two that a window has cut to the same time the outer one comes later, as it has ended later.
void TimelineSink::on(const Activity& activity) {
  const bool lasts = activity.begin < activity.end;
  events_.add({activity.begin, activity.end, activity.message, activity.bytes, activity.track,
               texts_.number(activity.label), lasts ? ++activities_ : 0});
}

/// A change lasts no time; equal ends keep changes of one instant in the order of their arrival.
void TimelineSink::on(const Change& change) {
  events_.add({change.at, change.at, change.value, 0, change.track, texts_.number(change.text), 0});
}

void TimelineSink::close(Time end) {
  lanes_.resize(tracks().size());
  open();
  events_.drain([this](const Event& event) { replay(event); });
  end_until(Time::never());
  finish(std::max(end, last_));
}

void TimelineSink::replay(const Event& event) {
  end_until(event.at);
  last_ = std::max(last_, event.at);
  if (tracks()[event.track].kind == TrackKind::kSignal) {
    return change({event.track, event.at, event.value, texts_.text(event.text)});
  }
  const unsigned lane = free_lane(event);
  const Slice slice{event.track, lane,        event.at,   event.end, texts_.text(event.text),
                    event.text,  event.value, event.bytes};
  begin(slice);
  lanes_[event.track][lane].push_back(event.end);
  open_.push_back({slice, begun_++});
  std::push_heap(open_.begin(), open_.end(), ends_later);
}

void TimelineSink::end_until(Time at) {
  while (!open_.empty() && open_.front().slice.end <= at) {
    std::pop_heap(open_.begin(), open_.end(), ends_later);
    const Slice slice = open_.back().slice;
    open_.pop_back();
    lanes_[slice.track][slice.lane].pop_back();
    last_ = std::max(last_, slice.end);
    end(slice);
  }
}

/// The first lane whose innermost open slice holds all of this one.
unsigned TimelineSink::free_lane(const Event& event) {
  auto& lanes = lanes_[event.track];
  unsigned lane = 0;
  while (lane < lanes.size() && !lanes[lane].empty() && lanes[lane].back() < event.end) ++lane;
  if (lane == lanes.size()) lanes.emplace_back();
  return lane;
}

bool TimelineSink::ends_later(const Open& a, const Open& b) {
  if (a.slice.end != b.slice.end) return a.slice.end > b.slice.end;
  return a.serial < b.serial;
}

}  // namespace flybar
