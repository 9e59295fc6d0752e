/// Where the time of one message goes: which engine was busy from when to when.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"
#include "testbenches/experiments/experiment.h"

namespace flybar::experiments {

/// Watches one message pass from one node to another.
class Stages : public Observer {
 public:
  enum class Way : std::uint8_t { kNode0ToNode1, kNode1ToNode0 };
  explicit Stages(Way way) : way_(way) {}

  TrackId declare(const Track& track) override;
  void on(const Activity& activity) override;

  /// The message is the first whose sending began at `begin` or later; later ones are not looked
  /// at.
  void freeze(Time begin);

  /// Rows in the order of the data's way; times from the beginning of the trip. A stage of several
  /// pulses is busy for less than from its begin to its end; stages overlap. In the rings no engine
  /// moves the message: the firmware has to find and handle it, or the host has.
  Table table() const;

 private:
  struct Span {
    std::size_t stage;
    Time begin;
    Time end;
  };
  struct Stage {
    Time begin = Time::never();
    Time end;
    Time busy;
    int parts = 0;
  };
  std::vector<Stage> collect() const;
  static Stage gap(Time from, Time to);

  const Way way_;
  std::vector<std::size_t> stage_of_;  ///< by track; kStages if it is none
  std::vector<Span> spans_;
  bool frozen_ = false;
  Time begin_;
};

}  // namespace flybar::experiments
