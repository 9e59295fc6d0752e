/// Tells an observer what the steps of a CPU are made of.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "models/common/observer.h"
#include "models/host/cpu/cpu_lanes.h"

namespace flybar::host {

class WorkTeller {
 public:
  WorkTeller(Observer& observer, const CpuLanes& lanes) : observer_(observer), lanes_(lanes) {}

  bool listens() const { return lanes_.told(); }
  /// Work of a step that will begin; labels live on.
  void add(std::string_view label, Time time) {
    if (listens()) works_.push_back({label, time});
  }
  /// A step begins, with the next `works` of those that were added. A poll is one activity of
  /// the user, however often it looks.
  void begin(std::size_t works, bool is_look, bool of_user, Time now) {
    if (!listens() || polling_) return;
    told_ = now, polling_ = is_look, left_ = works;
    lane_ = is_look || of_user ? lanes_.user : lanes_.kernel;
  }
  bool polling() const { return polling_; }
  /// It goes on after an interruption.
  void resume(Time now) { told_ = now; }
  /// What was done since the last time.
  void tell(std::string_view label, Time until);
  /// Likewise: the works of the step, as far as they have come.
  void tell_works(Time until);
  /// Those that were over by `end` of a step that has not ended; the last one ends with the step.
  void tell_finished(Time end);
  /// All steps have ended.
  void clear();

 private:
  struct Work {
    std::string_view label;
    Time time;
  };

  Observer& observer_;
  const CpuLanes lanes_;
  TrackId lane_ = 0;  ///< of the present step
  std::vector<Work> works_;
  std::size_t next_ = 0;
  std::size_t left_ = 0;  ///< of the present step
  Time told_;             ///< until when the observer knows what the CPU did
  bool polling_ = false;
};

}  // namespace flybar::host
