/// One direction of a cable, with the symbols and guarantees that wait at its receiving end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "models/common/observer.h"
#include "models/common/units.h"
#include "models/myrinet/link/arrivals.h"
#include "models/myrinet/link/envelope.h"
#include "models/myrinet/link/fifo.h"
#include "models/myrinet/link/link_faults.h"
#include "models/myrinet/link/stretches.h"
#include "models/myrinet/shape/port_set.h"

namespace flybar::myrinet {

/// STOP or GO for the data of the opposite direction.
struct FlowSymbol {
  Time at;
  bool stop;
};

/// Counts of what was sent, and of what was damaged or lost on the way.
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

/// When a direction of a cable was in use, by what was sent.
struct CableTimes {
  Stretches moving;   ///< bytes
  Stretches held;     ///< by packets, each from its first byte to its tail
  Stretches stopped;  ///< the data of the opposite direction, from each STOP to its GO

  /// See Stretches.
  void count_from(Time from) {
    for (Stretches* each : {&moving, &held, &stopped}) each->count_from(from);
  }
};

/// Ports of a switch at which something is new since the switch last worked; or of the network.
struct News {
  PortSet symbols = 0;     ///< a symbol has come
  PortSet guarantees = 0;  ///< the sender at the other end has changed its guarantee

  bool none() const { return (symbols | guarantees) == 0; }
  News& operator|=(News more) { return *this = *this | more; }
  friend News operator|(News a, News b) {
    return {a.symbols | b.symbols, a.guarantees | b.guarantees};
  }
};

class Cable {
 public:
  Cable(Time delay, Time byte_time, const LinkFaults& faults, std::uint64_t seed);

  /// What passes is told from here on, under this name. `buffered`: with the times of the sending
  /// end, and so is what leaves the buffer at the other end, by left(). Else it is told as it
  /// arrives.
  void watch(Observer& observer, const std::string& name, bool buffered);
  /// `bytes` leave that buffer from `at` on.
  void left(Time at, std::uint64_t bytes) const {
    if (observer_ != nullptr)
      observer_->on(
          ByteRun{track_, at, data.times.byte_time(), static_cast<std::int64_t>(bytes), {}});
  }

  /// Times are those at the sending end, as in protocol.h.
  void send(Time at, std::span<const std::uint8_t> bytes, bool tail, std::uint64_t message);
  void send(FlowSymbol symbol);

  /// The sender guarantees that no byte leaves before `bytes_before`, and neither STOP nor GO
  /// before `flow_before`.
  void guarantee(Time bytes_before, Time flow_before) {
    const Time bytes = bytes_before + delay_, flow_until = flow_before + delay_;
    if (bytes <= data.known && flow_until <= flow_known) return;
    data.known = std::max(data.known, bytes);
    flow_known = std::max(flow_known, flow_until);
    tell(&News::guarantees);
  }
  /// The guarantee without echoes: it holds if the receiver begins no further packet and sends no
  /// further STOP or GO. Replaces the one before.
  void guarantee_but_echoes(Time bytes_before, Time flow_before) {
    bytes_but_echoes_ = bytes_before + delay_;
    flow_but_echoes_ = flow_before + delay_;
  }
  /// The sender is suspended until resume(): it sends nothing before `until`, unless something
  /// reaches it.
  void suspend(Time until) {
    unless_reached_ = until + delay_;
    tell(&News::guarantees);
  }
  void resume() {
    if (std::exchange(unless_reached_, Time()) != Time()) tell(&News::guarantees);
  }
  /// The instant before which a suspended sender's next symbol does not arrive, unless something
  /// reaches that sender. Time() if the sender is not suspended.
  Time unless_reached() const { return unless_reached_; }
  /// The envelope of the rest of the packet under way. Replaces the one before.
  void give_envelope(const std::optional<Envelope>& bytes) {
    if (!bytes && !rest) return;
    const auto there = bytes ? std::optional(bytes->delayed(delay_)) : std::nullopt;
    if (rest == there) return;
    rest = there;
    tell(&News::guarantees);
  }
  /// The receiver sends STOP. Bytes that pile up before it arrives may follow each other faster
  /// afterwards, so the envelope bounds the receiver's delay no longer, until the sender gives a
  /// new one.
  void hold_back() {
    if (rest) rest->level = Time::never();
  }
  /// The sender sends no byte before a GO reaches it.
  void hold(bool by_stop) {
    if (std::exchange(held, by_stop) != by_stop) tell(&News::guarantees);
  }
  /// The packet under way, whose end is not known yet, does not end before.
  Time tail_bound() const { return rest ? std::max(data.known, rest->tail) : data.known; }
  /// The receiver has taken all symbols, up to the tail of the last packet.
  bool empty() const { return data.packets.empty() && flow.empty(); }
  /// No symbol that is not known yet arrives before.
  Time known() const { return std::min(data.known, flow_known); }
  /// No symbol that is not known yet arrives before, except echoes of what the receiver sends.
  Time safe_time() const {
    return std::min(std::max(data.known, bytes_but_echoes_),
                    std::max(flow_known, flow_but_echoes_));
  }

  const CableCounters& counters() const { return counters_; }
  const CableTimes& times() const { return times_; }
  /// The times count from `from` on, which is not before the kernel's time.
  void count_times_from(Time from) { times_.count_from(from); }
  Time delay() const { return delay_; }

  // The receiving end, which takes symbols from here.
  Arrivals data;
  Fifo<FlowSymbol> flow;
  bool held = false;  ///< no byte that is not known is sent before a GO reaches the sender
  Time flow_known;    ///< every STOP and GO that arrives before is known
  std::optional<Envelope> rest;  ///< bytes of the packet under way that are not known yet
  /// The receiver reads `news`, in which it is `port`, from now on.
  void report(News& news, std::size_t port) {
    news_ = &news;
    if (told_ != &kept_) told_ = news_;
    port_ = only(port);
    news_->symbols |= port_;
  }
  /// The cable leads from a node. Nodes send at the same time, on threads, so what is new waits
  /// here for pass_on_news(): a word of news is for all ports.
  void keep_news() { told_ = &kept_; }
  void pass_on_news() {
    if (news_ != nullptr) *news_ |= std::exchange(kept_, {});
  }

 private:
  static void require(bool later, Time at);
  void count(Time at, std::uint64_t bytes, bool tail);
  void tell_bytes(Time at, std::uint64_t count);
  void tell(PortSet News::*what) {
    if (told_ != nullptr) told_->*what |= port_;
  }

  const Time delay_;
  Observer* observer_ = nullptr;
  TrackId track_ = 0, stop_track_ = 0;
  Time told_after_;  ///< from the sending end to where it is told
  std::optional<FaultInjector> faults_;
  CableCounters counters_;
  CableTimes times_;
  bool open_ = false;     ///< in the middle of a packet
  bool stopped_ = false;  ///< STOP was sent last
  Time bytes_but_echoes_, flow_but_echoes_;
  Time unless_reached_;
  News* news_ = nullptr;  ///< of the receiver
  News* told_ = nullptr;  ///< where news go at once
  News kept_;
  PortSet port_ = 0;
};

}  // namespace flybar::myrinet
