/// The timeline as plain JSON, for scripts: one activity a line, by the time of its beginning.
#include <array>
#include <cstdio>

#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"
#include "traces/sinks/timeline/timeline.h"

namespace flybar {
namespace {

/// As a JSON string. Labels and names are printable text.
std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}

/// Microseconds with all their picoseconds.
std::string exact_us(Time time) {
  const std::int64_t ps = time.ps();
  std::array<char, 32> text;
  const int size =
      std::snprintf(text.data(), text.size(), "%lld.%06lld", static_cast<long long>(ps / 1000'000),
                    static_cast<long long>(ps % 1000'000));
  return {text.data(), static_cast<std::size_t>(size)};
}

/// What an activity of this label is, wherever it is: an engine's by what it does for messages.
std::string_view role_of(const Track& track, std::string_view label) {
  constexpr std::array kLaneRoles{"reads host",  "sends", "receives",
                                  "writes host", "host",  "calls"};
  constexpr std::array kBlockRoles{"",       "host",    "bus", "processor",
                                   "engine", "network", "RTL", "model"};
  if (track.row == Row::kHostCpu) return "host CPU";
  for (const Track::InLane& in : track.lanes)
    if (in.label.empty() || in.label == label)
      return kLaneRoles.at(static_cast<std::size_t>(in.lane));
  return kBlockRoles.at(static_cast<std::size_t>(track.block));
}

/// Nothing if the field would be empty.
std::string field(std::string_view name, std::string_view text) {
  if (text.empty()) return "";
  return ", " + json_string(name) + ": " + json_string(text);
}

class JsonSink : public TimelineSink {
 public:
  explicit JsonSink(const std::filesystem::path& path) : TimelineSink(path), output_(path) {}

 protected:
  void open() override { output_.write("["); }

  void begin(const Slice& slice) override {
    output_.write(first_ ? "\n" : ",\n");
    first_ = false;
    const Track& track = tracks()[slice.track];
    output_.write(
        "{\"track\": " + json_string(track.name) + ", \"begin_us\": " + exact_us(slice.begin) +
        ", \"end_us\": " + exact_us(slice.end) + ", \"label\": " + json_string(slice.label) +
        ", \"message\": " + std::to_string(slice.message) +
        ", \"bytes\": " + std::to_string(slice.bytes) + field("role", role_of(track, slice.label)) +
        field("part_of", track.part_of.scope) + "}");
  }

  void finish(Time) override {
    output_.write("\n]\n");
    output_.commit(ending());
  }

 private:
  Output output_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<Sink> make_json(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<JsonSink>(path);
}

}  // namespace flybar
