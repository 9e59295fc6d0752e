/// What passes one direction of a cable: told to observers, and counted.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/contracts/network.h"
#include "models/lan/wire/frame.h"

namespace flybar::lan {

class Passage {
 public:
  Passage(Observer& observer, const std::string& track)
      : observer_(observer), track_(observer.declare({.name = track, .block = Block::kNetwork})) {}

  /// The frame passes. In the order of times.
  void passes(const Frame& frame, Time begin, Time end);
  Bytes bytes() const { return bytes_; }

  void count_from(Time from);
  /// Adds what has passed until then.
  void add_to(CableTraffic& traffic, Time until) const;

 private:
  struct Span {
    Time begin, end;
  };
  void fold();
  Time counted(const Span& span, Time until) const;

  Observer& observer_;
  TrackId track_;
  Bytes bytes_;
  Time from_;
  std::vector<Span> spans_;  ///< that are not over yet, for the kernel
  Time moving_;              ///< of others
  std::uint64_t packets_ = 0;
};

}  // namespace flybar::lan
