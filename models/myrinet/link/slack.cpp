#include "models/myrinet/link/slack.h"

namespace flybar::myrinet {
namespace {

/// When a byte that is not known yet has arrived at the earliest.
Time earliest_arrived(const Slack::View& view, std::uint64_t byte) {
  if (view.held) return Time::never();
  const auto ahead = static_cast<std::int64_t>(byte - view.arrivals.end());
  return std::max(view.known, view.arrivals.free()) + view.arrivals.byte_time() * (ahead + 1);
}

}  // namespace

// The arrival of byte k fills the buffer to the mark exactly if byte k+1-mark has not left by then.
std::optional<FlowSymbol> Slack::next_stop(const View& view) {
  const Time byte_time = view.arrivals.byte_time();
  byte_ = std::max(byte_, marks_.stop - 1);
  while (byte_ < view.arrivals.end()) {
    const Schedule::Stretch arriving = view.arrivals.stretch(byte_);
    const Time at = arriving.start + byte_time;
    const std::uint64_t first = byte_ + 1 - marks_.stop;
    if (first >= view.departures.end()) {
      if (view.next_departure > at) return change(at, first);
      return wait(at, true);
    }
    const Schedule::Stretch leaving = view.departures.stretch(first);
    if (leaving.start > at) return change(at, first);
    byte_ += std::min(arriving.bytes, leaving.bytes);
  }
  return wait(earliest_stop(view), false);
}

// The departure of byte j drains the buffer below the mark exactly if byte j+mark has not arrived.
std::optional<FlowSymbol> Slack::next_go(const View& view) {
  const Time byte_time = view.arrivals.byte_time();
  while (byte_ < view.departures.end()) {
    const Schedule::Stretch leaving = view.departures.stretch(byte_);
    const std::uint64_t first = byte_ + marks_.go;
    if (first >= view.arrivals.end()) {
      if (earliest_arrived(view, first) > leaving.start) return change(leaving.start, first);
      return wait(leaving.start, true);
    }
    const Schedule::Stretch arriving = view.arrivals.stretch(first);
    if (arriving.start + byte_time > leaving.start) return change(leaving.start, first);
    byte_ += std::min(leaving.bytes, arriving.bytes);
  }
  return wait(earliest_go(view), false);
}

std::optional<FlowSymbol> Slack::change(Time at, std::uint64_t byte) {
  stopped_ = !stopped_;
  byte_ = byte;
  return FlowSymbol{at, stopped_};
}

Time Slack::earliest_stop(const View& view) const {
  std::uint64_t first = byte_ + 1 - marks_.stop;
  while (first < view.departures.end()) {
    const Time at = earliest_arrived(view, first + marks_.stop - 1);
    const Schedule::Stretch leaving = view.departures.stretch(first);
    if (leaving.start > at) return at;
    first += leaving.bytes;
  }
  return earliest_arrived(view, first + marks_.stop - 1);
}

/// When all known bytes arrive before the next departure, those above the mark have to leave first.
Time Slack::earliest_go(const View& view) const {
  const std::uint64_t known = view.arrivals.end();
  const Time byte_time = view.arrivals.byte_time();
  if (known <= byte_ + marks_.go || view.arrivals.free() > view.next_departure)
    return view.next_departure;
  return view.next_departure + byte_time * static_cast<std::int64_t>(known - byte_ - marks_.go);
}

}  // namespace flybar::myrinet
