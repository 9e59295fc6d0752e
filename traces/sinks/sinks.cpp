#include "traces/sinks/sinks.h"

#include <array>

#include "traces/sinks/formats.h"

namespace flybar {
namespace {

using Make = std::unique_ptr<Sink> (*)(const std::filesystem::path&, SinkOptions);

struct Format {
  std::string_view ending;
  Make make;
};

constexpr std::array kFormats = {
    Format{".fst", make_fst},
    Format{".vcd", make_vcd},
    Format{".pftrace", make_pftrace},
    Format{".ip.pcapng", make_ip_pcapng},  // before the one that it ends in, too
    Format{".pcapng", make_pcapng},
    Format{".callgrind", make_callgrind},
    Format{".timeline.json", make_json},
};

std::string endings() {
  std::string all;
  for (const Format& format : kFormats) all.append(all.empty() ? "" : ", ").append(format.ending);
  return all;
}

}  // namespace

TrackId Sink::declare(const Track& track) {
  tracks_.push_back(track);
  declared(track);
  return static_cast<TrackId>(tracks_.size() - 1);
}

std::optional<Fault> fault_of_trace_name(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  for (const Format& format : kFormats)
    if (name.size() > format.ending.size() && name.ends_with(format.ending)) return std::nullopt;
  return Fault{path.empty() ? "\"\"" : path.string(),
               "a trace file whose format its name does not tell", "names that end in " + endings(),
               "choose the ending of the format you want"};
}

std::unique_ptr<Sink> make_sink(const std::filesystem::path& path, SinkOptions options) {
  const std::string name = path.filename().string();
  for (const Format& format : kFormats) {
    if (name.size() > format.ending.size() && name.ends_with(format.ending)) {
      return format.make(path, std::move(options));
    }
  }
  throw OutputError(*fault_of_trace_name(path));
}

void Fanout::start(Time from) {
  Sink::start(from);
  for (auto& sink : sinks_) sink->start(from);
}

void Fanout::stop() {
  for (auto& sink : sinks_) sink->stop();
}

void Fanout::declared(const Track& track) {
  for (auto& sink : sinks_) sink->declare(track);
}

void Fanout::on(const Activity& activity) {
  for (auto& sink : sinks_) sink->on(activity);
}

void Fanout::on(const Change& change) {
  for (auto& sink : sinks_) sink->on(change);
}

void Fanout::on(const Packet& packet) {
  for (auto& sink : sinks_) sink->on(packet);
}

void Fanout::on(const Retired& retired) {
  for (auto& sink : sinks_) sink->on(retired);
}

void Fanout::on(const BusTransfer& transfer) {
  for (auto& sink : sinks_) sink->on(transfer);
}

void Fanout::on(const ByteRun& run) {
  for (auto& sink : sinks_) sink->on(run);
}

void Fanout::close(Time end) {
  std::vector<Fault> faults;
  for (auto& sink : sinks_) {
    try {
      sink->close(end);
    } catch (const OutputError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!faults.empty()) throw OutputError(std::move(faults));
}

}  // namespace flybar
