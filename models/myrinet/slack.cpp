#include "models/myrinet/slack.h"

namespace flybar::myrinet {
namespace {

/// When a byte that is not known yet has arrived at the earliest.
Time earliest_arrived(const Slack::View& view, std::uint64_t byte) {
  const auto ahead = static_cast<std::int64_t>(byte - view.arrivals.end());
  return std::max(view.known, view.arrivals.free()) + view.arrivals.byte_time() * (ahead + 1);
}

Time arrived(const Slack::View& view, std::uint64_t byte) {
  if (byte >= view.arrivals.end()) return earliest_arrived(view, byte);
  return view.arrivals.at(byte) + view.arrivals.byte_time();
}

}  // namespace

// The arrival of byte k fills the buffer to the mark exactly if byte k+1-mark has not left by then.
std::optional<FlowSymbol> Slack::next_stop(const View& view) {
  byte_ = std::max(byte_, marks_.stop - 1);
  while (byte_ < view.arrivals.end()) {
    const Time at = arrived(view, byte_);
    const std::uint64_t leaving = byte_ + 1 - marks_.stop;
    if (leaving >= view.departures.end()) {
      if (view.next_departure > at) return change(at, leaving);
      return wait(at, true);
    }
    if (view.departures.at(leaving) > at) return change(at, leaving);
    byte_ += std::min(view.arrivals.streak(byte_), view.departures.streak(leaving));
  }
  return wait(earliest_stop(view), false);
}

// The departure of byte j drains the buffer below the mark exactly if byte j+mark has not arrived.
std::optional<FlowSymbol> Slack::next_go(const View& view) {
  while (byte_ < view.departures.end()) {
    const Time at = view.departures.at(byte_);
    const std::uint64_t arriving = byte_ + marks_.go;
    if (arrived(view, arriving) > at) return change(at, arriving);
    if (arriving >= view.arrivals.end()) return wait(at, true);
    byte_ += std::min(view.departures.streak(byte_), view.arrivals.streak(arriving));
  }
  return wait(earliest_go(view), false);
}

std::optional<FlowSymbol> Slack::change(Time at, std::uint64_t byte) {
  stopped_ = !stopped_;
  byte_ = byte;
  return FlowSymbol{at, stopped_};
}

std::optional<FlowSymbol> Slack::wait(Time until, bool undecided) {
  clear_until_ = until;
  undecided_ = undecided;
  return std::nullopt;
}

Time Slack::earliest_stop(const View& view) const {
  std::uint64_t leaving = byte_ + 1 - marks_.stop;
  while (leaving < view.departures.end()) {
    const Time at = earliest_arrived(view, leaving + marks_.stop - 1);
    if (view.departures.at(leaving) > at) return at;
    leaving += view.departures.streak(leaving);
  }
  return earliest_arrived(view, leaving + marks_.stop - 1);
}

/// As long as all bytes that can be known have arrived, so many have to leave first.
Time Slack::earliest_go(const View& view) const {
  const std::uint64_t known = view.arrivals.end();
  if (known <= byte_ + marks_.go || arrived(view, known - 1) > view.next_departure)
    return view.next_departure;
  const auto first = static_cast<std::int64_t>(known - byte_ - marks_.go);
  return view.next_departure + view.arrivals.byte_time() * first;
}

}  // namespace flybar::myrinet
