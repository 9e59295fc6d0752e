/// What the wires of buses and links showed, as signals.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "traces/sinks/stages/stage.h"

namespace flybar {

/// Derived from whole transactions and runs of bytes, so no model is slower for it.
///
/// A PCI bus gets FRAME#, IRDY#, DEVSEL#, TRDY#, STOP#, AD, AD_high (63:32, of transactions with
/// data phases of 64 bits) and C_BE#, each of its masters REQ# and
/// GNT#. They change at the clock edges at which they are driven. The bus model has no time of its
/// own for decoding and parking: DEVSEL# comes one clock after FRAME#, GNT# one clock before it,
/// and AD and C_BE# keep their last value. A disconnect shows STOP# with its last data phase.
///
/// A link gets `byte`, `valid` while one passes, and `slack`, the bytes in the buffer at its far
/// end if that is told.
class Wires : public Stage {
 public:
  using Stage::on;
  using Stage::Stage;

  void on(const BusTransfer& transfer) override;
  void on(const ByteRun& run) override;
  void close(Time end) override;

 protected:
  void declared(const Track& track) override;

 private:
  struct Bus {
    TrackId frame, irdy, devsel, trdy, stop, ad, ad_high, command;
  };
  struct Master {
    const Bus* bus;
    Clock clock;
    TrackId request, grant;
  };
  /// Bytes that come or leave one every `interval`.
  struct Moves {
    Time next;
    Time interval;
    std::int64_t left;
  };
  struct Link {
    TrackId byte, valid;
    TrackId slack;
    bool buffered;
    Time delay;
    std::deque<Moves> come, leave;
    Time come_until, leave_until;  ///< known so far
    std::int64_t fill = 0;
  };
  class Transfer;

  const Bus& bus_of(const Track& master);
  TrackId add(const Track& of, const char* name, unsigned bits, Row row = Row::kNone,
              const char* unit = "");
  TrackId add_low(const Track& of, const char* name);
  void set(TrackId signal, Time at, std::uint64_t value) {
    next().on(Change{signal, at, value, {}});
  }
  void fill_until(Link& link, Time end);

  std::map<std::string, Bus> buses_;
  std::map<TrackId, Master> masters_;
  std::map<TrackId, Link> links_;
};

}  // namespace flybar
