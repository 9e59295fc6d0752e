#include "traces/sinks/window.h"

#include <algorithm>

#include "models/common/quantity.h"

namespace flybar {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The first lap of a loop that begins at `at` or later, if lap 0 begins at `begin`.
std::uint64_t first_lap(Time begin, Time lap, std::uint64_t laps, Time at) {
  if (at <= begin) return 0;
  const auto whole = static_cast<std::uint64_t>((at - begin + lap - Time::ps(1)) / lap);
  return std::min(whole, laps);
}

}  // namespace

TimeWindow parse_window(std::string_view option, std::string_view text) {
  const std::size_t dots = std::min(text.find(".."), text.size());
  const auto from = quantity::parse_time(trimmed(text.substr(0, dots)));
  const auto to = quantity::parse_time(trimmed(text.substr(std::min(dots + 2, text.size()))));
  if (from && to && *from < *to) return {*from, *to};
  throw OutputError({std::string(option), "\"" + std::string(text) + "\" is no window of time",
                     "two times with their units, the earlier one first",
                     "write for example \"520 us..710 us\""});
}

Window::Window(std::unique_ptr<Sink> sink, TimeWindow window)
    : sink_(std::move(sink)), window_(window) {
  start(window_.from);
  sink_->start(window_.from);
}

void Window::declared(const Track& track) {
  sink_->declare(track);
  before_.emplace_back();
  loops_.emplace_back();
}

void Window::on(const Activity& activity) {
  const bool instant = activity.begin == activity.end;
  const bool overlaps = activity.begin < window_.to && activity.end > window_.from;
  if (instant ? !contains(activity.begin) : !overlaps) return;
  Activity part = activity;
  part.begin = std::max(part.begin, window_.from);
  part.end = std::min(part.end, window_.to);
  sink_->on(part);
}

void Window::on(const Change& change) {
  if (change.at < window_.from) {
    before_[change.track] = {change.value, std::string(change.text)};
  } else if (change.at < window_.to) {
    pass_value_before(change.track);
    sink_->on(change);
  }
}

void Window::pass_value_before(TrackId track) {
  if (!before_[track]) return;
  sink_->on(Change{track, window_.from, before_[track]->value, before_[track]->text});
  before_[track].reset();
}

void Window::on(const Packet& packet) {
  if (contains(packet.begin)) sink_->on(packet);
}

void Window::on(const Retired& retired) {
  Loop& loop = loops_[retired.track];
  if (!loop.body.empty()) {
    const Retired& last = loop.body.back();
    const std::uint64_t step = std::max(last.cycles, retired.cycles);
    if (retired.times != last.times || retired.cycle > last.cycle + step) pass_loop(loop);
  }
  if (retired.times == 1) return pass(retired, 1);
  loop.body.push_back(retired);
  loop.lap += retired.cycles;
}

void Window::pass_loop(Loop& loop) {
  for (const Retired& retired : loop.body) pass(retired, loop.lap);
  loop = {};
}

void Window::pass(Retired retired, std::uint64_t lap) {
  const Time period = tracks()[retired.track].period;
  const Time begin = period * static_cast<std::int64_t>(retired.cycle);
  const Time lap_time = period * static_cast<std::int64_t>(std::max<std::uint64_t>(lap, 1));
  const std::uint64_t first = first_lap(begin, lap_time, retired.times, window_.from);
  const std::uint64_t beyond = first_lap(begin, lap_time, retired.times, window_.to);
  if (first >= beyond) return;
  retired.cycle += first * lap;
  retired.times = beyond - first;
  sink_->on(retired);
}

void Window::close(Time end) {
  for (TrackId track = 0; track < tracks().size(); ++track) {
    pass_loop(loops_[track]);
    pass_value_before(track);
  }
  sink_->close(std::clamp(end, window_.from, window_.to));
}

}  // namespace flybar
