/// The slack buffer behind a receiving port: when it sends STOP and GO.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/common/units.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/link/schedule.h"

namespace flybar::myrinet {

/// In bytes.
struct SlackMarks {
  std::uint64_t size;
  std::uint64_t stop;  ///< STOP is sent when this many bytes wait
  std::uint64_t go;    ///< GO is sent when fewer bytes wait
};

/// Counts bytes that have fully arrived and have not begun to leave. At one instant arrivals and
/// departures count together. Works on whole stretches of bytes: while bytes arrive and leave one
/// per byte time, the fill level does not change.
class Slack {
 public:
  /// Arrivals and departures as far as they are known.
  struct View {
    const Schedule& arrivals;
    Time known;  ///< bytes that begin to arrive before are in `arrivals`
    bool held;   ///< by the last STOP: no others arrive before a GO
    const Schedule& departures;
    Time next_departure;  ///< bytes that are not in `departures` do not leave before
  };

  explicit Slack(SlackMarks marks) : marks_(marks) {}

  /// The next symbol, if the view decides it.
  std::optional<FlowSymbol> next(const View& view) {
    return stopped_ ? next_go(view) : next_stop(view);
  }
  /// Does what next() does for a buffer that is empty and from which nothing leaves after
  /// `view.known`, in little time. False, with nothing done, if the buffer is not in that state or
  /// next() has not looked at all arrivals yet.
  bool rest(const View& view) {
    const bool empty = view.departures.end() == view.arrivals.end();
    if (!empty || stopped_ || byte_ < view.arrivals.end()) return false;
    if (view.departures.free() > view.known) return false;
    wait(view.known + view.arrivals.byte_time() * static_cast<std::int64_t>(marks_.stop), false);
    return true;
  }
  bool stopped() const { return stopped_; }
  /// After next() had nothing: no symbol is sent before.
  Time clear_until() const { return clear_until_; }
  /// A symbol may follow at clear_until() although nothing leaves by then: it depends only on what
  /// the neighbours do meanwhile, or on bytes at which next() has not looked yet.
  bool pending(const Schedule& arrivals) const {
    return undecided_ || (!stopped_ && byte_ < arrivals.end());
  }

  /// The first arrival and the first departure that next() still needs. After a STOP, it looks
  /// again at the bytes that waited at the STOP, which may have departures already; likewise after
  /// a GO.
  std::uint64_t oldest_arrival() const {
    return stopped_ ? byte_ + marks_.go : before_byte(marks_.stop - 1 - marks_.go);
  }
  std::uint64_t oldest_departure() const {
    return before_byte(stopped_ ? marks_.stop - 1 - marks_.go : marks_.stop - 1);
  }

 private:
  std::optional<FlowSymbol> next_stop(const View& view);
  std::optional<FlowSymbol> next_go(const View& view);
  std::optional<FlowSymbol> change(Time at, std::uint64_t byte);
  std::optional<FlowSymbol> wait(Time until, bool undecided) {
    clear_until_ = until;
    undecided_ = undecided;
    return std::nullopt;
  }
  Time earliest_stop(const View& view) const;
  Time earliest_go(const View& view) const;
  std::uint64_t before_byte(std::uint64_t bytes) const { return byte_ - std::min(byte_, bytes); }

  const SlackMarks marks_;
  bool stopped_ = false;
  /// The next byte whose arrival may cause a STOP, or whose departure may cause a GO.
  std::uint64_t byte_ = 0;
  Time clear_until_;
  bool undecided_ = false;
};

}  // namespace flybar::myrinet
