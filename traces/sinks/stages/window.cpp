#include "traces/sinks/stages/window.h"

#include <algorithm>

#include "models/common/quantity.h"

namespace flybar {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// How many of the executions, of which the first begins at `begin`, begin before `at`.
std::uint64_t executions_before(Time at, Time begin, Time period, std::uint64_t times) {
  if (at <= begin) return 0;
  if (times == 1) return 1;
  const auto whole = static_cast<std::uint64_t>((at - begin - Time::ps(1)) / period) + 1;
  return std::min(whole, times);
}

}  // namespace

Retired within(const TimeWindow& window, Retired retired, Time clock) {
  const Time begin = clock * static_cast<std::int64_t>(retired.cycle);
  const Time period = clock * static_cast<std::int64_t>(retired.period);
  const std::uint64_t first = executions_before(window.from, begin, period, retired.times);
  const std::uint64_t beyond = executions_before(window.to, begin, period, retired.times);
  retired.cycle += first * retired.period;
  retired.times = beyond - first;
  return retired;
}

TimeWindow parse_window(std::string_view option, std::string_view text) {
  const std::size_t dots = std::min(text.find(".."), text.size());
  const auto from = quantity::parse_time(trimmed(text.substr(0, dots)));
  const auto to = quantity::parse_time(trimmed(text.substr(std::min(dots + 2, text.size()))));
  if (from && to && *from >= Time() && *from < *to) return {*from, *to};
  throw OutputError({std::string(option), "\"" + std::string(text) + "\" is no window of time",
                     "two times with their units, the earlier one first",
                     "write for example \"520 us..710 us\""});
}

WindowFilter::WindowFilter(std::unique_ptr<Sink> sink, TimeWindow window)
    : sink_(std::move(sink)), window_(window) {
  start(window_.from);
  sink_->start(window_.from);
}

void WindowFilter::declared(const Track& track) {
  sink_->declare(track);
  before_.emplace_back();
}

void WindowFilter::on(const Activity& activity) {
  const bool instant = activity.begin == activity.end;
  const bool overlaps = activity.begin < window_.to && activity.end > window_.from;
  if (instant ? !contains(activity.begin) : !overlaps) return;
  Activity part = activity;
  part.begin = std::max(part.begin, window_.from);
  part.end = std::min(part.end, window_.to);
  sink_->on(part);
}

void WindowFilter::on(const Change& change) {
  if (change.at < window_.from) {
    before_[change.track] = {change.value, std::string(change.text)};
  } else if (change.at < window_.to) {
    pass_value_before(change.track);
    sink_->on(change);
  }
}

void WindowFilter::pass_value_before(TrackId track) {
  if (!before_[track]) return;
  sink_->on(Change{track, window_.from, before_[track]->value, before_[track]->text});
  before_[track].reset();
}

void WindowFilter::on(const Packet& packet) {
  if (contains(packet.begin)) sink_->on(packet);
}

void WindowFilter::on(const Retired& retired) {
  const Retired part = within(window_, retired, tracks()[retired.track].period);
  if (part.times > 0) sink_->on(part);
}

void WindowFilter::close(Time end) {
  for (TrackId track = 0; track < tracks().size(); ++track) pass_value_before(track);
  sink_->close(std::clamp(end, window_.from, window_.to));
}

}  // namespace flybar
