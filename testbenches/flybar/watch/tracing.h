/// The trace files of one run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/contracts/code.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "traces/sinks/sinks.h"
#include "traces/sinks/stages/window.h"

namespace flybar::program {

/// The window that the user asked for; nothing for all. Throws ConfigurationError for one that is
/// none. That of a message is found by running up to it.
std::optional<TimeWindow> window_of(const RunRequest& request, const Prepared& prepared);

class Tracing {
 public:
  /// Creates every file. `window` if only that is to be recorded. `between` is called before each
  /// event. Throws FirmwareError for a profile of firmware that cannot be read.
  /// @throws OutputError
  Tracing(const RunRequest& request, const Prepared& prepared, std::optional<TimeWindow> window,
          std::function<void()> between = {});
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

  bool wanted() const { return sink_ != nullptr; }
  /// Idle if there is nothing to trace.
  Observer& observer();
  /// A profile or a timeline wants to hear of each instruction.
  bool instructions() const { return instructions_; }
  /// When a waveform wants to see every signal; empty if none does.
  TimeWindow signals() const { return signals_; }
  /// The run has stopped: completes the files under names that say so, and tells the user these.
  void stop();
  /// Completes the files; there are none if the window begins after `end`. @throws OutputError
  void close(Time end);
  /// Throws ConfigurationError if the window begins after `end`.
  void check_window(Time end) const;

 private:
  bool misses(Time end) const;
  std::unique_ptr<Sink> make(const std::string& file, const Prepared& prepared);
  std::unique_ptr<Sink> chain(std::vector<std::unique_ptr<Sink>> sinks, bool firmware);
  SinkOptions names() const;
  void tell_remarks() const;

  std::optional<TimeWindow> window_;
  TimeWindow signals_{};
  bool instructions_ = false;
  std::unique_ptr<Code> code_;  ///< names instructions; null if that of no card can be read
  const bool quiet_;
  std::vector<std::string> files_;
  std::vector<const Sink*> writers_;  ///< of each file
  std::unique_ptr<Sink> sink_;
};

}  // namespace flybar::program
