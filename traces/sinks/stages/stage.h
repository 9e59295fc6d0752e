/// One step on the way of events to the sinks that write them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "traces/sinks/sinks.h"

namespace flybar {

/// Hands on what it is told. A heir changes events on their way, or declares tracks of its own.
class Stage : public Sink {
 public:
  explicit Stage(std::unique_ptr<Sink> next) : next_(std::move(next)) {}

  void on(const Activity& activity) override { pass(activity); }
  void on(const Change& change) override { pass(change); }
  void on(const Packet& packet) override { pass(packet); }
  void on(const Retired& retired) override { pass(retired); }
  void start(Time from) override { next_->start(from); }
  void stop() override { next_->stop(); }
  void close(Time end) override { next_->close(end); }

 protected:
  void declared(const Track& track) override { known_as_.push_back(next_->declare(track)); }
  /// With the number that the next stage has given to its track.
  template <class Event>
  void pass(Event event) {
    event.track = known_as_[event.track];
    next_->on(event);
  }
  Sink& next() { return *next_; }

 private:
  std::unique_ptr<Sink> next_;
  std::vector<TrackId> known_as_;
};

}  // namespace flybar
