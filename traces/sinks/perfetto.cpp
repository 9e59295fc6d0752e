/// Perfetto's track events: one track per engine below its node, one slice per activity, a counter
/// per quantity. Field numbers are those of Perfetto's public trace format.
#include <unordered_map>

#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"
#include "traces/sinks/protobuf.h"
#include "traces/sinks/scopes.h"
#include "traces/sinks/timeline.h"

namespace flybar {
namespace {

namespace packet {
constexpr unsigned kTimestamp = 8;
constexpr unsigned kSequence = 10;
constexpr unsigned kTrackEvent = 11;
constexpr unsigned kInterned = 12;
constexpr unsigned kSequenceFlags = 13;
constexpr unsigned kTrackDescriptor = 60;
}  // namespace packet

namespace track {
constexpr unsigned kUuid = 1;
constexpr unsigned kName = 2;
constexpr unsigned kParent = 5;
constexpr unsigned kCounter = 8;
constexpr unsigned kChildOrder = 11;
constexpr unsigned kRank = 12;
constexpr unsigned kCounterUnitName = 6;
constexpr std::uint64_t kExplicitOrder = 3;
}  // namespace track

namespace event {
constexpr unsigned kAnnotation = 4;
constexpr unsigned kType = 9;
constexpr unsigned kName = 10;
constexpr unsigned kTrack = 11;
constexpr unsigned kCounterValue = 30;
constexpr unsigned kFlow = 47;
constexpr std::uint64_t kBegin = 1;
constexpr std::uint64_t kEnd = 2;
constexpr std::uint64_t kCounter = 4;
}  // namespace event

namespace interned {
constexpr unsigned kEventNames = 2;
constexpr unsigned kAnnotationNames = 3;
constexpr unsigned kId = 1;
constexpr unsigned kText = 2;
}  // namespace interned

namespace annotation {
constexpr unsigned kName = 1;
constexpr unsigned kUint = 3;
/// Their numbers as interned names.
enum Name : unsigned { kBeginPs = 1, kEndPs, kBytes, kMessage };
}  // namespace annotation

constexpr unsigned kTracePacket = 1;
constexpr std::uint64_t kTheSequence = 1;
constexpr std::uint64_t kStateCleared = 1;
constexpr std::uint64_t kNeedsState = 2;

class PerfettoSink : public TimelineSink {
 public:
  explicit PerfettoSink(const std::filesystem::path& path) : TimelineSink(path), output_(path) {}

 protected:
  void open() override {
    Scope root;
    for (TrackId id = 0; id < tracks().size(); ++id) {
      if (shown(tracks()[id])) root.add(tracks()[id].name, id);
    }
    lanes_.resize(tracks().size());
    describe_children(root, 0);
    name_annotations();
  }

  void begin(const Slice& slice) override {
    const std::uint64_t lane = lane_uuid(slice);
    const std::uint64_t name = name_of(slice.label);
    event_.clear();
    event_.number(event::kType, event::kBegin);
    event_.number(event::kTrack, lane);
    event_.number(event::kName, name);
    if (slice.message != 0) event_.fixed64(event::kFlow, slice.message);
    annotate(annotation::kBeginPs, static_cast<std::uint64_t>(slice.begin.ps()));
    annotate(annotation::kEndPs, static_cast<std::uint64_t>(slice.end.ps()));
    if (slice.bytes != 0) annotate(annotation::kBytes, static_cast<std::uint64_t>(slice.bytes));
    if (slice.message != 0) annotate(annotation::kMessage, slice.message);
    put(slice.begin);
  }

  void end(const Slice& slice) override {
    event_.clear();
    event_.number(event::kType, event::kEnd);
    event_.number(event::kTrack, lane_uuid(slice));
    put(slice.end);
  }

  void change(const Change& change) override {
    if (!shown(tracks()[change.track])) return;
    event_.clear();
    event_.number(event::kType, event::kCounter);
    event_.number(event::kTrack, lanes_[change.track].front());
    event_.number(event::kCounterValue, change.value);
    put(change.at);
  }

  void finish(Time) override { output_.commit(); }

 private:
  static bool shown(const Track& track) {
    if (track.kind == TrackKind::kSignal) return !track.unit.empty() && !track.text;
    return track.kind == TrackKind::kActivity;
  }

  void describe_children(const Scope& scope, std::uint64_t parent) {
    std::uint64_t rank = 0;
    for (const auto& child : scope.children) {
      const std::uint64_t uuid = describe(child->name, child->item, parent, rank++);
      describe_children(*child, uuid);
    }
  }

  std::uint64_t describe(std::string_view name, TrackId id, std::uint64_t parent,
                         std::uint64_t rank) {
    const std::uint64_t uuid = ++uuids_;
    Message descriptor;
    descriptor.number(track::kUuid, uuid);
    descriptor.bytes(track::kName, name);
    if (parent != 0) descriptor.number(track::kParent, parent);
    descriptor.number(track::kChildOrder, track::kExplicitOrder);
    descriptor.number(track::kRank, rank);
    if (id != Scope::kNone) {
      if (tracks()[id].kind == TrackKind::kSignal) count_in(tracks()[id].unit, descriptor);
      lanes_[id].push_back(uuid);
    }
    packet_.clear();
    packet_.number(packet::kSequence, kTheSequence);
    packet_.message(packet::kTrackDescriptor, descriptor);
    put_packet();
    return uuid;
  }

  static void count_in(std::string_view unit, Message& descriptor) {
    Message counter;
    counter.bytes(track::kCounterUnitName, unit);
    descriptor.message(track::kCounter, counter);
  }

  /// Opens the sequence: what is interned from here on stays known.
  void name_annotations() {
    Message names;
    constexpr std::string_view kNames[] = {"begin_ps", "end_ps", "bytes", "message"};
    for (unsigned i = 0; i < std::size(kNames); ++i) {
      Message name;
      name.number(interned::kId, i + 1);
      name.bytes(interned::kText, kNames[i]);
      names.message(interned::kAnnotationNames, name);
    }
    intern(names, kStateCleared);
  }

  /// The number of a label, put out at its first use.
  std::uint64_t name_of(std::string_view label) {
    const auto [known, is_new] = names_.try_emplace(label, names_.size() + 1);
    if (is_new) {
      Message name;
      name.number(interned::kId, known->second);
      name.bytes(interned::kText, label);
      Message names;
      names.message(interned::kEventNames, name);
      intern(names, kNeedsState);
    }
    return known->second;
  }

  void intern(const Message& names, std::uint64_t flags) {
    packet_.clear();
    packet_.number(packet::kSequence, kTheSequence);
    packet_.number(packet::kSequenceFlags, flags);
    packet_.message(packet::kInterned, names);
    put_packet();
  }

  /// A lane beyond the first is a track beside its engine's own.
  std::uint64_t lane_uuid(const Slice& slice) {
    auto& lanes = lanes_[slice.track];
    while (lanes.size() <= slice.lane) {
      const std::string name = "lane " + std::to_string(lanes.size() + 1);
      describe(name, slice.track, lanes.front(), lanes.size());
    }
    return lanes[slice.lane];
  }

  void annotate(annotation::Name name, std::uint64_t value) {
    annotation_.clear();
    annotation_.number(annotation::kName, name);
    annotation_.number(annotation::kUint, value);
    event_.message(event::kAnnotation, annotation_);
  }

  /// The event at this time. Perfetto counts in whole nanoseconds; the rest stands in annotations.
  void put(Time at) {
    packet_.clear();
    packet_.number(packet::kTimestamp, static_cast<std::uint64_t>(at / Time::ns(1)));
    packet_.number(packet::kSequence, kTheSequence);
    packet_.number(packet::kSequenceFlags, kNeedsState);
    packet_.message(packet::kTrackEvent, event_);
    put_packet();
  }

  void put_packet() {
    trace_.clear();
    trace_.message(kTracePacket, packet_);
    output_.write(trace_.data());
  }

  Output output_;
  std::vector<std::vector<std::uint64_t>> lanes_;  ///< [track][lane]: uuid
  std::uint64_t uuids_ = 0;
  std::unordered_map<std::string_view, std::uint64_t> names_;
  Message trace_, packet_, event_, annotation_;
};

}  // namespace

std::unique_ptr<Sink> make_pftrace(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<PerfettoSink>(path);
}

}  // namespace flybar
