/// Lets through only what lies within a window of time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "traces/sinks/sinks.h"

namespace flybar {

/// From `from` on, before `to`.
struct TimeWindow {
  Time from;
  Time to;
};

/// The executions of an instruction that begin within the window; `times` is 0 if none does.
/// `clock` is the period of its track.
Retired within(const TimeWindow& window, Retired retired, Time clock);

/// Reads "520 us..710 us". `option` is named in the fault.
/// @throws OutputError
TimeWindow parse_window(std::string_view option, std::string_view text);

/// - An activity that crosses an edge of the window is cut there; its bytes stay those of the
/// whole.
/// - A signal that has a value when the window begins gets it then.
/// - A packet passes whole if its first byte lies in the window.
/// - An instruction passes if it begins in the window; of a skipped loop, the laps that do.
class WindowFilter : public Sink {
 public:
  WindowFilter(std::unique_ptr<Sink> sink, TimeWindow window);

  void on(const Activity& activity) override;
  void on(const Change& change) override;
  void on(const Packet& packet) override;
  void on(const Retired& retired) override;
  void stop() override { sink_->stop(); }
  void close(Time end) override;

 protected:
  void declared(const Track& track) override;

 private:
  /// The last value of a signal before the window.
  struct Before {
    std::uint64_t value;
    std::string text;
  };

  bool contains(Time at) const { return window_.from <= at && at < window_.to; }
  void pass_value_before(TrackId track);

  std::unique_ptr<Sink> sink_;
  TimeWindow window_;
  std::vector<std::optional<Before>> before_;  ///< of each track
};

}  // namespace flybar
