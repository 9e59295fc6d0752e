/// Two observers in the place of one.
#pragma once

#include <utility>
#include <vector>

#include "models/common/observer.h"

namespace flybar::experiments {

class Tee : public Observer {
 public:
  Tee(Observer& first, Observer& second) : first_(first), second_(second) {}

  TrackId declare(const Track& track) override {
    ids_.emplace_back(first_.declare(track), second_.declare(track));
    return static_cast<TrackId>(ids_.size() - 1);
  }
  void on(const Activity& event) override { both(event); }
  void on(const Change& event) override { both(event); }
  void on(const Packet& event) override { both(event); }
  void on(const Retired& event) override { both(event); }

 private:
  template <class Event>
  void both(Event event) {
    const auto ids = ids_[event.track];
    event.track = ids.first;
    first_.on(event);
    event.track = ids.second;
    second_.on(event);
  }

  Observer& first_;
  Observer& second_;
  std::vector<std::pair<TrackId, TrackId>> ids_;
};

}  // namespace flybar::experiments
