#include "traces/sinks/stages/until_end.h"

#include <algorithm>

#include "traces/sinks/stages/window.h"

namespace flybar {
namespace {

/// Hands on those events of which `is_over` is true, in their order, and keeps the others.
template <class Event, class IsOver, class HandOn>
void hand_on(std::vector<Event>& held, IsOver is_over, HandOn hand_on) {
  const auto rest = std::stable_partition(held.begin(), held.end(), is_over);
  std::for_each(held.begin(), rest, hand_on);
  held.erase(held.begin(), rest);
}

}  // namespace

UntilEnd::UntilEnd(std::unique_ptr<Sink> sink, std::function<Time()> now)
    : sink_(std::move(sink)), now_(std::move(now)) {}

void UntilEnd::on(const Activity& activity) {
  look();
  activities_.push_back(activity);
  activities_.back().label = labels_.text(labels_.number(activity.label));
}

void UntilEnd::on(const Change& change) {
  look();
  changes_.push_back({change, std::string(change.text)});
}

void UntilEnd::on(const Packet& packet) {
  look();
  packets_.push_back(
      {packet, {packet.bytes.begin(), packet.bytes.end()}, std::string(packet.comment)});
}

void UntilEnd::on(const Retired& retired) {
  look();
  retired_.push_back(retired);
}

/// Passes on what has become certain since the last event.
void UntilEnd::look() {
  const Time now = now_();
  if (now == passed_) return;
  passed_ = now;
  pass_until(now);
}

void UntilEnd::pass(const HeldChange& held) {
  Change change = held.change;
  change.text = held.text;
  sink_->on(change);
}

void UntilEnd::pass(const HeldPacket& held) {
  Packet packet = held.packet;
  packet.bytes = held.bytes;
  packet.comment = held.comment;
  sink_->on(packet);
}

void UntilEnd::pass_until(Time end) {
  hand_on(
      activities_, [=](const Activity& it) { return it.end <= end; },
      [this](const Activity& it) { sink_->on(it); });
  hand_on(
      changes_, [=](const HeldChange& it) { return it.change.at < end; },
      [this](const HeldChange& it) { pass(it); });
  hand_on(
      packets_, [=](const HeldPacket& it) { return it.packet.end <= end; },
      [this](const HeldPacket& it) { pass(it); });
  const auto whole = [=, this](const Retired& it) {
    return within({Time(), end}, it, period(it)).times == it.times;
  };
  hand_on(retired_, whole, [this](const Retired& it) { sink_->on(it); });
}

void UntilEnd::stop() {
  stopped_ = true;
  sink_->stop();
}

void UntilEnd::close(Time end) {
  pass_until(stopped_ ? Time::never() : end);
  for (const Retired& it : retired_)
    if (const Retired part = within({Time(), end}, it, period(it)); part.times > 0) sink_->on(part);
  sink_->close(end);
}

}  // namespace flybar
