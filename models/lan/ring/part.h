/// What both halves of a ring card have: the way to the rest of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/common/agenda.h"
#include "models/common/observer.h"
#include "models/lan/network.h"
#include "models/lan/params.h"
#include "models/lan/ring/bus_master.h"

namespace flybar::lan {

struct CardCounters {
  std::uint64_t sent = 0;           ///< frames
  std::uint64_t received = 0;       ///< frames that have a descriptor, damaged ones too
  std::uint64_t underruns = 0;      ///< frames cut on the line, and sent again
  std::uint64_t no_descriptor = 0;  ///< dropped: the receive ring was empty
  std::uint64_t fifo_full = 0;      ///< dropped: the bus did not empty the FIFO in time
  std::uint64_t damaged = 0;        ///< the frame check was wrong
  std::uint64_t too_long = 0;       ///< the buffers did not hold all of it
};

/// What the halves of a card ask of it.
struct CardSide {
  Agenda& agenda;
  Observer& observer;
  const RingParams& params;
  CardCounters& counters;
  std::function<void(Time)> serve;                     ///< there may be work for the bus now
  std::function<void(std::uint32_t, Time)> interrupt;  ///< for that cause
  TrackId packets;  ///< whole frames that the card sends and gets
};

/// Does work on the bus, a burst at a time.
class BusUser {
 public:
  virtual ~BusUser() = default;
  /// What it would do next; nothing if it has to wait. `serve` is called when that is over.
  virtual std::optional<Work> next_work(Time now) = 0;
  /// That has been done.
  virtual void work_done(Time now) = 0;
};

}  // namespace flybar::lan
