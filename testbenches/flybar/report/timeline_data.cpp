#include "testbenches/flybar/report/timeline_data.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/common/fault.h"

namespace flybar::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSlices = 200'000;
constexpr double kPsPerUs = 1e6;

struct Slice {
  std::int64_t begin;
  std::int64_t end;
  std::size_t track;
  std::size_t label;
  std::size_t message;
  std::int64_t bytes;
};

/// Values by their index, in the order in which they first appear.
template <typename Value>
class Index {
 public:
  std::size_t operator[](const Value& value) {
    const auto [place, added] = places_.try_emplace(value, values_.size());
    if (added) values_.push_back(value);
    return place->second;
  }
  const std::vector<Value>& values() const { return values_; }

 private:
  std::unordered_map<Value, std::size_t> places_;
  std::vector<Value> values_;
};

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& found) {
  throw ConfigurationError(
      {Fault{file.string(), found, "what \"flybar run --trace NAME.timeline.json\" writes",
             "trace the run again, or leave the file out"}});
}

struct TimelineReading {
  std::vector<Slice> slices;
  Index<std::string> tracks;
  std::vector<std::string> roles, parts;  ///< of tracks, as their first activity says
  Index<std::string> labels;
  Index<std::int64_t> messages;

  void add(const Json& activity) {
    const auto ps = [&](const char* key) {
      return std::llround(activity.at(key).get<double>() * kPsPerUs);
    };
    const std::size_t track = tracks[activity.at("track").get<std::string>()];
    if (track == roles.size()) {
      roles.push_back(activity.value("role", ""));
      parts.push_back(activity.value("part_of", ""));
    }
    slices.push_back({ps("begin_us"), ps("end_us"), track,
                      labels[activity.at("label").get<std::string>()],
                      messages[activity.at("message").get<std::int64_t>()],
                      activity.at("bytes").get<std::int64_t>()});
  }
};

/// Takes each activity as soon as it has been read, so that the whole text is never kept as JSON.
TimelineReading read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open() || std::filesystem::is_directory(file)) refuse(file, "cannot be read");
  TimelineReading reading;
  reading.messages[0];
  try {
    const Json rest = Json::parse(in, [&](int, Json::parse_event_t event, Json& parsed) {
      if (event != Json::parse_event_t::object_end || !parsed.contains("track")) return true;
      reading.add(parsed);
      return false;
    });
  } catch (const Json::parse_error& error) {
    refuse(file, "is no timeline: not JSON from byte " + std::to_string(error.byte) + " on");
  } catch (const Json::exception&) {
    refuse(file, "is no timeline: other JSON");
  }
  if (reading.slices.empty()) refuse(file, "holds no activity");
  std::stable_sort(reading.slices.begin(), reading.slices.end(),
                   [](const Slice& a, const Slice& b) {
                     return std::tuple(a.begin, -a.end) < std::tuple(b.begin, -b.end);
                   });
  return reading;
}

template <typename Part>
Json column(const std::vector<Slice>& slices, Part part) {
  Json values = Json::array();
  for (const Slice& slice : slices) values.push_back(slice.*part);
  return values;
}

Json begins(const std::vector<Slice>& slices) {
  Json values = Json::array();
  std::int64_t last = 0;
  for (const Slice& slice : slices) {
    values.push_back(slice.begin - last);
    last = slice.begin;
  }
  return values;
}

Json lengths(const std::vector<Slice>& slices) {
  Json values = Json::array();
  for (const Slice& slice : slices) values.push_back(slice.end - slice.begin);
  return values;
}

}  // namespace

Json timeline_data(const std::filesystem::path& file) {
  TimelineReading reading = read(file);
  const std::size_t all = reading.slices.size();
  if (all > kMostSlices) reading.slices.resize(kMostSlices);
  return {{"name", file.filename().string()},
          {"tracks", reading.tracks.values()},
          {"roles", reading.roles},
          {"parts", reading.parts},
          {"labels", reading.labels.values()},
          {"messages", reading.messages.values()},
          {"track", column(reading.slices, &Slice::track)},
          {"begin", begins(reading.slices)},
          {"length", lengths(reading.slices)},
          {"label", column(reading.slices, &Slice::label)},
          {"message", column(reading.slices, &Slice::message)},
          {"bytes", column(reading.slices, &Slice::bytes)},
          {"dropped", all - reading.slices.size()}};
}

}  // namespace flybar::program
