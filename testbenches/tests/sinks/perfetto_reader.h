/// Reads Perfetto traces back through protoc, and plays them as a viewer would.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "testbenches/tests/sinks/bench.h"

namespace flybar {

/// The fields of one packet in the text that protoc makes, by their path: "track_event.type".
using PacketFields = std::multimap<std::string, std::string>;

/// Splits protoc's text into packets. Unknown fields show as numbers and fail the test.
inline std::vector<PacketFields> packets_of(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> path;
  std::vector<PacketFields> packets;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, value;
    words >> key;
    std::getline(words >> std::ws, value);
    if (key == "}") {
      path.pop_back();
    } else if (value == "{") {
      if (path.empty()) packets.emplace_back();
      path.push_back(key);
    } else {
      std::string name;
      for (std::size_t i = 1; i < path.size(); ++i) name += path[i] + ".";
      key.pop_back();
      EXPECT_FALSE(isdigit(key[0])) << "unknown field " << line;
      packets.back().emplace(name + key, value);
    }
  }
  return packets;
}

struct PlayedTrace {
  std::map<std::string, std::string> tracks;  ///< uuid -> dotted name
  std::map<std::string, std::string> units;   ///< dotted name -> unit
  std::vector<std::string> slices;            ///< "track label begin_ns..end_ns depth", by end
  std::vector<std::string> counters;          ///< "track time_ns value"
  std::map<std::string, std::vector<std::string>> flows;  ///< id -> labels, by time
};

class PerfettoReader {
 public:
  static PlayedTrace read(const std::filesystem::path& file) {
    const std::string directory = std::string(SOURCE_DIRECTORY) + "/testbenches/tests/sinks";
    const std::string text = output_of("protoc", "--decode=flybar.Trace -I" + directory + " " +
                                                     directory + "/trace.proto < " + file.string());
    PerfettoReader reader;
    for (const PacketFields& packet : packets_of(text)) reader.take(packet);
    for (const auto& [track, open] : reader.open_) EXPECT_TRUE(open.empty()) << "never ends";
    return reader.trace_;
  }

 private:
  static std::string field(const PacketFields& packet, const std::string& name) {
    const auto it = packet.find(name);
    return it == packet.end() ? "" : it->second;
  }
  static std::string unquoted(const std::string& text) { return text.substr(1, text.size() - 2); }

  void take(const PacketFields& packet) {
    EXPECT_EQ(field(packet, "trusted_packet_sequence_id"), "1");
    if (packet.contains("track_descriptor.uuid")) return describe(packet);
    EXPECT_EQ(field(packet, "sequence_flags"), first_on_sequence_ ? "1" : "2");
    first_on_sequence_ = false;
    if (packet.contains("interned_data.event_names.iid")) {
      names_[field(packet, "interned_data.event_names.iid")] =
          unquoted(field(packet, "interned_data.event_names.name"));
    }
    if (packet.contains("track_event.type")) play(packet);
  }

  void describe(const PacketFields& packet) {
    const std::string uuid = field(packet, "track_descriptor.uuid");
    const std::string parent = field(packet, "track_descriptor.parent_uuid");
    std::string name = unquoted(field(packet, "track_descriptor.name"));
    if (!parent.empty()) {
      EXPECT_TRUE(trace_.tracks.contains(parent)) << "parents come first";
      name = trace_.tracks[parent] + "." + name;
    }
    EXPECT_TRUE(trace_.tracks.emplace(uuid, name).second) << "described twice";
    const std::string unit = field(packet, "track_descriptor.counter.unit_name");
    if (!unit.empty()) trace_.units[name] = unquoted(unit);
  }

  void play(const PacketFields& packet) {
    const std::string timestamp = field(packet, "timestamp");
    const std::int64_t time = timestamp.empty() ? 0 : std::stoll(timestamp);
    EXPECT_GE(time, now_) << "times never go back";
    now_ = time;
    const std::string track = field(packet, "track_event.track_uuid");
    ASSERT_TRUE(trace_.tracks.contains(track)) << "described before it is used";
    const std::string type = field(packet, "track_event.type");
    if (type == "SLICE_BEGIN") begin(packet, track);
    if (type == "SLICE_END") end(track);
    if (type == "COUNTER") {
      trace_.counters.push_back(trace_.tracks[track] + " " + std::to_string(now_) + " " +
                                field(packet, "track_event.counter_value"));
    }
  }

  void begin(const PacketFields& packet, const std::string& track) {
    const std::string iid = field(packet, "track_event.name_iid");
    ASSERT_TRUE(names_.contains(iid)) << "named before it is used";
    open_[track].push_back(names_[iid] + " " + std::to_string(now_));
    const std::string flow = field(packet, "track_event.flow_ids");
    if (!flow.empty()) trace_.flows[flow].push_back(names_[iid]);
  }

  void end(const std::string& track) {
    auto& open = open_[track];
    ASSERT_FALSE(open.empty()) << "ends before it begins";
    trace_.slices.push_back(trace_.tracks[track] + " " + open.back() + ".." + std::to_string(now_) +
                            " " + std::to_string(open.size()));
    open.pop_back();
  }

  PlayedTrace trace_;
  std::map<std::string, std::string> names_;
  std::map<std::string, std::vector<std::string>> open_;
  std::int64_t now_ = 0;
  bool first_on_sequence_ = true;
};

}  // namespace flybar
