/// Observers that write files: waveforms, timelines, captures and profiles.
///
/// A sink gathers what it is told and writes its file when it is closed. Until then the file exists
/// only as "NAME.PID.partial", which is removed if the sink is destroyed unclosed: a file under its
/// final name is complete. What a run leaves that stopped is told apart by its name,
/// "stopped-NAME". The same events give the same bytes, in whatever order tracks interleave.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/fault.h"
#include "models/common/observer.h"
#include "models/contracts/code.h"
#include "traces/sinks/output.h"

namespace flybar {

/// A file that cannot be written, or not in this format.
class OutputError : public ConfigurationError {
 public:
  explicit OutputError(Fault fault) : ConfigurationError({std::move(fault)}) {}
  explicit OutputError(std::vector<Fault> faults) : ConfigurationError(std::move(faults)) {}
};

/// Numbers the tracks 0, 1, 2, ... in the order in which they are declared.
class Sink : public Observer {
 public:
  using Observer::on;
  TrackId declare(const Track& track) final;
  /// The time at which the file begins; 0 if never told.
  virtual void start(Time from) { from_ = from; }
  /// The run has ended too soon: the file goes under the name of a stopped run.
  virtual void stop() { ending_ = Ending::kStopped; }
  /// Completes the file, whose time ends at `end` or at the last event, whichever is later.
  /// @throws OutputError if the file could not be written
  virtual void close(Time end) = 0;
  /// What a user would not expect of the files that close() has left; mostly nothing.
  virtual std::string remark() const { return {}; }

 protected:
  virtual void declared(const Track&) {}
  const std::vector<Track>& tracks() const { return tracks_; }
  Time from() const { return from_; }
  Ending ending() const { return ending_; }

 private:
  std::vector<Track> tracks_;
  Time from_;
  Ending ending_ = Ending::kComplete;
};

struct SinkOptions {
  /// Of an instruction of the program track with this name; needed by profiles.
  std::function<SourceLocation(std::string_view track, std::uint32_t pc)> locate;
};

/// What is wrong with the name of a trace: it must end in .fst, .vcd, .pftrace, .pcapng (also
/// .ip.pcapng), .callgrind or .timeline.json.
std::optional<Fault> fault_of_trace_name(const std::filesystem::path& path);

/// Where the packets of IP are in a run with a trace "x.pcapng": "x.ip.pcapng".
std::filesystem::path ip_capture_beside(std::filesystem::path path);

/// The sink for a file, chosen by the end of its name.
/// @throws OutputError if the name has none of these ends, or no file can be created there
std::unique_ptr<Sink> make_sink(const std::filesystem::path& path, SinkOptions options = {});

/// Tells several sinks the same.
class Fanout : public Sink {
 public:
  explicit Fanout(std::vector<std::unique_ptr<Sink>> sinks) : sinks_(std::move(sinks)) {}

  void start(Time from) override;
  void stop() override;
  void on(const Activity& activity) override;
  void on(const Change& change) override;
  void on(const Packet& packet) override;
  void on(const Retired& retired) override;
  void on(const BusTransfer& transfer) override;
  void on(const ByteRun& run) override;
  /// Closes every sink. @throws OutputError with the faults of all
  void close(Time end) override;

 protected:
  void declared(const Track& track) override;

 private:
  std::vector<std::unique_ptr<Sink>> sinks_;
};

}  // namespace flybar
