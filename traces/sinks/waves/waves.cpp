#include "traces/sinks/waves/waves.h"

#include <algorithm>

namespace flybar {
namespace {

constexpr unsigned kNumberBits = 32;
constexpr unsigned kMessageBits = 64;

}  // namespace

void WaveSink::open() {
  Scope root;
  for (TrackId id = 0; id < tracks().size(); ++id) {
    const TrackKind kind = tracks()[id].kind;
    if (kind == TrackKind::kActivity || kind == TrackKind::kSignal) root.add(tracks()[id].name, id);
  }
  first_.resize(tracks().size());
  lasting_.resize(tracks().size());
  for (const auto& child : root.children) declare_scope(*child);
  file_->header_done();
  now_ = from();
  file_->time(now_);
}

void WaveSink::declare_scope(const Scope& scope) {
  const bool is_track = scope.item != Scope::kNone;
  const bool is_signal = is_track && tracks()[scope.item].kind == TrackKind::kSignal;
  if (is_signal) declare_signal(scope.name, scope.item);
  if (is_signal && scope.children.empty()) return;
  file_->enter(scope.name);
  if (is_track && !is_signal) declare_activity(scope.item);
  for (const auto& child : scope.children) declare_scope(*child);
  file_->leave();
}

void WaveSink::declare_activity(TrackId id) {
  first_[id] = add("busy", 1);
  add("label", 0);
  add("message", kMessageBits);
  add("bytes", kNumberBits);
  add("count", kNumberBits);
  for (std::size_t part = 0; part < kParts; ++part) set(first_[id] + part, 0);
}

void WaveSink::declare_signal(std::string_view name, TrackId id) {
  const Track& track = tracks()[id];
  first_[id] = add(name, track.text ? 0 : std::clamp(track.bits, 1u, 64u));
}

std::size_t WaveSink::add(std::string_view name, unsigned bits) {
  Variable variable;
  variable.bits = bits;
  variable.handle = bits == 0 ? file_->text(name) : file_->vector(name, bits);
  variables_.push_back(variable);
  return variables_.size() - 1;
}

void WaveSink::begin(const Slice& slice) {
  at(slice.begin);
  note_message(slice);
  const std::size_t first = first_[slice.track];
  lasting_[slice.track].push_back(slice);
  set(first + kCount, variables_[first + kCount].value + 1);
  set(first + kBusy, 1);
  show_latest(slice.track);
}

void WaveSink::note_message(const Slice& slice) {
  if (slice.message != 0 && seen_.insert(slice.message).second)
    messages_.push_back({slice.begin, slice.message});
}

void WaveSink::end(const Slice& slice) {
  at(slice.end);
  auto& lasting = lasting_[slice.track];
  const auto ended = std::find_if(lasting.begin(), lasting.end(), [&](const Slice& other) {
    return other.lane == slice.lane && other.begin == slice.begin && other.end == slice.end;
  });
  lasting.erase(ended);
  if (!lasting.empty()) return show_latest(slice.track);
  set(first_[slice.track] + kBusy, 0);
  set(first_[slice.track] + kLabel, 0, "");
}

void WaveSink::show_latest(TrackId track) {
  const Slice& latest = lasting_[track].back();
  set(first_[track] + kLabel, 0, latest.label);
  set(first_[track] + kMessage, latest.message);
  set(first_[track] + kBytes, static_cast<std::uint64_t>(latest.bytes));
}

void WaveSink::change(const Change& change) {
  at(change.at);
  set(first_[change.track], change.value, change.text);
}

void WaveSink::finish(Time end) {
  at(end);
  write_changes();
  file_->close(ending());
  write_gtkw(final_name(path_, ending()), tracks(), from(), now_, messages_);
}

/// What happened before the file begins shows as the value at its beginning.
void WaveSink::at(Time time) {
  if (time <= now_) return;
  write_changes();
  now_ = time;
  file_->time(now_);
}

void WaveSink::set(std::size_t variable, std::uint64_t value, std::string_view text) {
  Variable& it = variables_[variable];
  it.value = value;
  it.text = text;
  if (!it.changed) changed_.push_back(variable);
  it.changed = true;
}

void WaveSink::write_changes() {
  std::sort(changed_.begin(), changed_.end());
  for (const std::size_t variable : changed_) write(variables_[variable]);
  changed_.clear();
}

void WaveSink::write(Variable& variable) {
  variable.changed = false;
  if (variable.known && variable.value == variable.written &&
      variable.text == variable.written_text) {
    return;
  }
  if (variable.bits == 0) {
    file_->value(variable.handle, variable.text);
  } else {
    file_->value(variable.handle, variable.bits, variable.value);
  }
  variable.known = true;
  variable.written = variable.value;
  variable.written_text = variable.text;
}

}  // namespace flybar
