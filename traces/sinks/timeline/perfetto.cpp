/// Perfetto's track events: one track per engine below its node, one slice per activity, a counter
/// per quantity. Field numbers are those of Perfetto's public trace format.
#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"
#include "traces/sinks/scopes.h"
#include "traces/sinks/timeline/protobuf.h"
#include "traces/sinks/timeline/timeline.h"

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
    const std::uint64_t name = name_of(slice);
    const Marks marks = open_event(slice.begin, event::kBegin, lane);
    out_.number(event::kName, name);
    if (slice.message != 0 && joins_flows(tracks()[slice.track]))
      out_.fixed64(event::kFlow, slice.message);
    annotate(annotation::kBeginPs, static_cast<std::uint64_t>(slice.begin.ps()));
    annotate(annotation::kEndPs, static_cast<std::uint64_t>(slice.end.ps()));
    if (slice.bytes != 0) annotate(annotation::kBytes, static_cast<std::uint64_t>(slice.bytes));
    if (slice.message != 0) annotate(annotation::kMessage, slice.message);
    close_event(marks);
  }

  void end(const Slice& slice) override {
    close_event(open_event(slice.end, event::kEnd, lane_uuid(slice)));
  }

  void change(const Change& change) override {
    if (!shown(tracks()[change.track])) return;
    const std::uint64_t track = lanes_[change.track].front();
    const Marks marks = open_event(change.at, event::kCounter, track);
    out_.number(event::kCounterValue, change.value);
    close_event(marks);
  }

  void finish(Time) override { output_.commit(ending()); }

 private:
  /// Where an open event and its packet begin.
  struct Marks {
    std::size_t packet;
    std::size_t event;
  };

  /// Arrows lead from engine to engine, not through every burst and every function within.
  static bool joins_flows(const Track& track) {
    return track.part_of.lanes.empty() || track.part_of.starts;
  }

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

  /// `id` is the track that the new one shows, if any.
  std::uint64_t describe(std::string_view name, TrackId id, std::uint64_t parent,
                         std::uint64_t rank) {
    const std::uint64_t uuid = ++uuids_;
    const std::size_t packet = open_packet();
    const std::size_t descriptor = out_.open(packet::kTrackDescriptor);
    out_.number(track::kUuid, uuid);
    out_.text(track::kName, name);
    if (parent != 0) out_.number(track::kParent, parent);
    out_.number(track::kChildOrder, track::kExplicitOrder);
    out_.number(track::kRank, rank);
    if (id != Scope::kNone) {
      if (tracks()[id].kind == TrackKind::kSignal) count_in(tracks()[id].unit);
      lanes_[id].push_back(uuid);
    }
    out_.close(descriptor);
    close_packet(packet);
    return uuid;
  }

  void count_in(std::string_view unit) {
    const std::size_t counter = out_.open(track::kCounter);
    out_.text(track::kCounterUnitName, unit);
    out_.close(counter);
  }

  /// Opens the sequence: what is interned from here on stays known.
  void name_annotations() {
    constexpr std::string_view kNames[] = {"begin_ps", "end_ps", "bytes", "message"};
    const std::size_t packet = open_packet();
    out_.number(packet::kSequenceFlags, kStateCleared);
    const std::size_t interned = out_.open(packet::kInterned);
    for (unsigned i = 0; i < std::size(kNames); ++i) {
      intern(interned::kAnnotationNames, i + 1, kNames[i]);
    }
    out_.close(interned);
    close_packet(packet);
  }

  /// The interned name of a label, put out at its first use.
  std::uint64_t name_of(const Slice& slice) {
    if (slice.label_number >= names_.size()) names_.resize(slice.label_number + 1);
    std::uint64_t& name = names_[slice.label_number];
    if (name != 0) return name;
    name = ++named_;
    const std::size_t packet = open_packet();
    out_.number(packet::kSequenceFlags, kNeedsState);
    const std::size_t interned = out_.open(packet::kInterned);
    intern(interned::kEventNames, name, slice.label);
    out_.close(interned);
    close_packet(packet);
    return name;
  }

  void intern(unsigned field, std::uint64_t id, std::string_view text) {
    const std::size_t name = out_.open(field);
    out_.number(interned::kId, id);
    out_.text(interned::kText, text);
    out_.close(name);
  }

  /// A lane beyond the first is a track below its engine's own.
  std::uint64_t lane_uuid(const Slice& slice) {
    auto& lanes = lanes_[slice.track];
    while (lanes.size() <= slice.lane) {
      const std::string name = "lane " + std::to_string(lanes.size() + 1);
      describe(name, slice.track, lanes.front(), lanes.size());
    }
    return lanes[slice.lane];
  }

  void annotate(annotation::Name name, std::uint64_t value) {
    const std::size_t annotation = out_.open(event::kAnnotation);
    out_.number(annotation::kName, name);
    out_.number(annotation::kUint, value);
    out_.close(annotation);
  }

  std::size_t open_packet() {
    const std::size_t packet = out_.open(kTracePacket);
    out_.number(packet::kSequence, kTheSequence);
    return packet;
  }

  void close_packet(std::size_t packet) {
    out_.close(packet);
    output_.write(out_.data());
    out_.clear();
  }

  /// Perfetto counts in whole nanoseconds; the rest stands in annotations.
  Marks open_event(Time at, std::uint64_t type, std::uint64_t track) {
    const std::size_t packet = open_packet();
    out_.number(packet::kTimestamp, static_cast<std::uint64_t>(at / Time::ns(1)));
    out_.number(packet::kSequenceFlags, kNeedsState);
    const std::size_t event = out_.open(packet::kTrackEvent);
    out_.number(event::kType, type);
    out_.number(event::kTrack, track);
    return {packet, event};
  }

  void close_event(Marks marks) {
    out_.close(marks.event);
    close_packet(marks.packet);
  }

  Output output_;
  ProtoBuffer out_;
  std::vector<std::vector<std::uint64_t>> lanes_;  ///< [track][lane]: uuid
  std::uint64_t uuids_ = 0;
  std::vector<std::uint64_t> names_;  ///< of each label by its number, 0: not put out yet
  std::uint64_t named_ = 0;
};

}  // namespace

std::unique_ptr<Sink> make_pftrace(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<PerfettoSink>(path);
}

}  // namespace flybar
