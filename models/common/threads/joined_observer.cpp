#include "models/common/threads/joined_observer.h"

#include <span>
#include <string_view>

namespace flybar {
namespace {

// What an event refers to is valid during the call that tells it.

template <class Event>
std::string_view* text_of(Event& event) {
  if constexpr (requires { event.label; }) return &event.label;
  if constexpr (requires { event.text; }) return &event.text;
  if constexpr (requires { event.comment; }) return &event.comment;
  return nullptr;
}

template <class Event>
std::span<const std::uint8_t>* bytes_of(Event& event) {
  if constexpr (requires { event.bytes.data(); }) return &event.bytes;
  if constexpr (requires { event.data; }) return &event.data;
  return nullptr;
}

}  // namespace

JoinedObserver::JoinedObserver(Observer& observer, Crew& crew, std::size_t items)
    : observer_(observer), kept_(items) {
  crew.on_joined = [this] {
    for (Kept& kept : kept_) kept.hand_on(observer_);
  };
}

template <class Event>
void JoinedObserver::Kept::add(const Event& event) {
  Event copy = event;
  events_.push_back({copy, bytes_.size()});
  if (const auto* text = text_of(copy)) bytes_.insert(bytes_.end(), text->begin(), text->end());
  if (const auto* bytes = bytes_of(copy)) bytes_.insert(bytes_.end(), bytes->begin(), bytes->end());
}

template <class Event>
void JoinedObserver::take(const Event& event, TrackKind kind) {
  if (!observer_.keeps(kind)) return;
  const std::size_t item = Crew::ahead();
  if (item == Crew::kNone) return observer_.on(event);
  kept_[item].add(event);
}

void JoinedObserver::on(const Activity& event) {
  take(event, TrackKind::kActivity);
}
void JoinedObserver::on(const Change& event) {
  take(event, TrackKind::kSignal);
}
void JoinedObserver::on(const Packet& event) {
  take(event, TrackKind::kPackets);
}
void JoinedObserver::on(const Retired& event) {
  take(event, TrackKind::kProgram);
}
void JoinedObserver::on(const BusTransfer& event) {
  take(event, TrackKind::kMaster);
}
void JoinedObserver::on(const ByteRun& event) {
  take(event, TrackKind::kLink);
}

void JoinedObserver::Kept::hand_on(Observer& observer) {
  for (One& one : events_) {
    const std::uint8_t* at = bytes_.data() + one.bytes;
    std::visit(
        [&](auto& event) {
          if (auto* text = text_of(event)) {
            *text = {reinterpret_cast<const char*>(at), text->size()};
            at += text->size();
          }
          if (auto* bytes = bytes_of(event)) *bytes = {at, bytes->size()};
          observer.on(event);
        },
        one.event);
  }
  events_.clear();
  bytes_.clear();
}

}  // namespace flybar
