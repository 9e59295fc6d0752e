/// Gives activities that know no message the one for which they happen.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "traces/sinks/stages/stage.h"
#include "traces/sinks/texts.h"

namespace flybar {

/// Tracks declare to what they belong (Track::PartOf). What a card does on the bus during a
/// transfer of host memory is for the message of that; what the host's CPU begins during a call
/// that sends or receives, for that of the call; and what firmware does until it starts an engine,
/// for the message that this moves.
class Owners : public Stage {
 public:
  using Stage::on;
  using Stage::Stage;

  void on(const Activity& activity) override;
  void close(Time end) override;

 protected:
  void declared(const Track& track) override;

 private:
  /// So many parts wait on one track for the whole, which is told before them or after; older ones
  /// stay without a message. So many wholes wait for parts.
  static constexpr std::size_t kMostHeld = 4096;
  struct Part {
    TrackId track;
    bool starts;
  };
  /// A whole whose parts may not all have been told.
  struct Whole {
    Time begin;
    Time end;
    std::uint64_t message;
    bool starts;
  };

  static bool is_part(const Track& track, const Track& owner);
  static bool belongs(const Activity& part, const Whole& owner);
  std::uint64_t told_before(const Activity& part);
  void join(TrackId part, TrackId owner);
  void give(const Part& part, const Activity& owner);
  void hand_on(std::vector<Activity>& waiting, std::size_t count);

  std::vector<TrackId> owners_;                    ///< tracks in a lane
  std::map<TrackId, std::vector<Part>> parts_;     ///< of owners
  std::map<TrackId, std::vector<Activity>> held_;  ///< of parts
  std::map<TrackId, std::deque<Whole>> wholes_;    ///< likewise
  Texts labels_;
};

}  // namespace flybar
