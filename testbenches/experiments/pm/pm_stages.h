/// Where the time of one transfer goes: what the engines of two nodes do while nothing else runs.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"
#include "testbenches/experiments/experiment.h"

namespace flybar::experiments {

/// Passes everything on, and keeps the activities of a window.
class PmStages : public Observer {
 public:
  explicit PmStages(Observer& next) : next_(next) {}

  /// The table has each activity that ends after `begin` and begins before end(). A node that is
  /// ahead may have told of some of them before this call.
  void begin(Time begin);
  void end(Time end) { end_ = end; }

  TrackId declare(const Track& track) override;
  void on(const Activity& activity) override;
  void on(const Change& change) override { pass(change); }
  void on(const Packet& packet) override { pass(packet); }
  void on(const Retired& retired) override { pass(retired); }
  void on(const BusTransfer& transfer) override { pass(transfer); }
  void on(const ByteRun& run) override { pass(run); }

  /// In the order of their beginnings: when, after the begin, and how long.
  Table table(const std::string& note) const;
  /// What was waited for at each instant of the window: what moves data, or else the host's
  /// software, or else the firmware, which has to see that there is something to do.
  Table waits() const;

 private:
  struct Kept {
    std::string name;
    Time begin;
    Time end;
    std::int64_t bytes;
  };

  template <class Event>
  void pass(Event event) {
    event.track = tracks_[event.track].next;
    next_.on(event);
  }

  struct Known {
    TrackId next;      ///< what the next observer calls it
    std::string name;  ///< empty if no activity of it is a stage
  };
  Observer& next_;
  std::vector<Known> tracks_;
  std::vector<Kept> kept_;
  Time begin_;
  Time end_ = Time::never();
};

}  // namespace flybar::experiments
