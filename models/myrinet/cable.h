/// One direction of a cable, together with what waits at its receiving end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "models/common/units.h"
#include "models/myrinet/envelope.h"
#include "models/myrinet/fifo.h"
#include "models/myrinet/link_faults.h"
#include "models/myrinet/port_set.h"
#include "models/myrinet/stream.h"

namespace flybar::myrinet {

/// STOP or GO, which concern the opposite direction.
struct FlowSymbol {
  Time at;
  bool stop;
};

/// What was sent, and what went wrong on the way.
struct CableCounters {
  std::uint64_t bytes = 0;
  std::uint64_t packets = 0;  ///< tails
  std::uint64_t stops = 0;
  std::uint64_t damaged_bytes = 0;
  std::uint64_t lost_tails = 0;
  std::uint64_t lost_bytes = 0;  ///< sent into a dead cable

  CableCounters& operator+=(const CableCounters& more) {
    bytes += more.bytes, packets += more.packets, stops += more.stops;
    damaged_bytes += more.damaged_bytes, lost_tails += more.lost_tails;
    lost_bytes += more.lost_bytes;
    return *this;
  }
};

/// Ports to which something has come that the switch there has not looked at yet.
struct News {
  PortSet symbols = 0;
  PortSet bounds = 0;  ///< no symbol, but more is known of those that are unknown
};

class Cable {
 public:
  Cable(Time delay, Time byte_time, const LinkFaults& faults, std::uint64_t seed);

  /// Times are those at the sending end, as in protocol.h.
  void send(Time at, std::span<const std::uint8_t> bytes, bool tail, std::uint64_t message);
  void send(FlowSymbol symbol);

  /// What will yet be sent leaves at these times or later.
  void know(Time bytes_before, Time flow_before) {
    const Time bytes = bytes_before + delay_, flow_until = flow_before + delay_;
    if (bytes <= data.known && flow_until <= flow_known) return;
    data.known = std::max(data.known, bytes);
    flow_known = std::max(flow_known, flow_until);
    tell(&News::bounds);
  }
  /// The same as long as who is at the receiving end begins no packet and sends no STOP or GO
  /// beyond what it has: more can be said then. Replaces what was said before.
  void know_unprovoked(Time bytes_before, Time flow_before) {
    unprovoked_bytes_ = bytes_before + delay_;
    unprovoked_flow_ = flow_before + delay_;
  }
  /// Who is at the sending end sends nothing before `until`, unless something reaches it. Holds
  /// until wake().
  void sleep(Time until) {
    sleeps_until_ = until + delay_;
    tell(&News::bounds);
  }
  void wake() {
    if (std::exchange(sleeps_until_, Time()) != Time()) tell(&News::bounds);
  }
  /// No symbol that is not known yet arrives before, unless something reaches its sender; long ago
  /// if that does not sleep.
  Time sleeps_until() const { return sleeps_until_; }
  /// What is foretold of the bytes that will yet be sent. Replaces what was said before.
  void foretell(const std::optional<Envelope>& bytes) {
    if (!bytes && !coming) return;
    const auto there = bytes ? std::optional(bytes->delayed(delay_)) : std::nullopt;
    if (coming == there) return;
    coming = there;
    tell(&News::bounds);
  }
  /// Who is at the receiving end sends STOP: what piles up before it comes faster afterwards than
  /// was foretold, until that is said anew.
  void hold_back() {
    if (coming) coming->level = Time::never();
  }
  /// The packet under way, whose end is not known yet, does not end before.
  Time tail_known() const { return coming ? std::max(data.known, coming->tail) : data.known; }
  /// Everything that was sent has been taken at the receiving end, up to the tail of the last
  /// packet.
  bool empty() const { return data.packets.empty() && flow.empty(); }
  /// No symbol that is not known yet arrives before.
  Time known() const { return std::min(data.known, flow_known); }
  /// No symbol that is not known yet arrives before, unless it is provoked.
  Time horizon() const {
    return std::min(std::max(data.known, unprovoked_bytes_),
                    std::max(flow_known, unprovoked_flow_));
  }

  const CableCounters& counters() const { return counters_; }
  Time delay() const { return delay_; }

  // The receiving end. Whoever is there takes from it.
  Stream data;
  Fifo<FlowSymbol> flow;
  Time flow_known;                 ///< every STOP and GO that arrives before is known
  std::optional<Envelope> coming;  ///< foretold of the bytes that are not known yet
  /// It is that port, which wants to be told in `news` from now on.
  void report(News& news, std::size_t port) {
    news_ = &news;
    port_ = only(port);
    news_->symbols |= port_;
  }

 private:
  static void require(bool later, Time at);
  void tell(PortSet News::*what) {
    if (news_ != nullptr) news_->*what |= port_;
  }

  const Time delay_;
  std::optional<FaultInjector> faults_;
  CableCounters counters_;
  Time unprovoked_bytes_, unprovoked_flow_;
  Time sleeps_until_;
  News* news_ = nullptr;
  PortSet port_ = 0;
};

}  // namespace flybar::myrinet
