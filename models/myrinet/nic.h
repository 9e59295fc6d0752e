/// A NIC at a port of the network, as the scheduler sees it.
///
/// A NIC runs ahead of the other nodes in clocks of its own, up to its safe time: the instant
/// before which nothing else can reach it. Its guarantees let the other nodes run ahead meanwhile.
/// Each guarantee has a default here that is always right. A longer guarantee saves time and
/// changes no result. Guarantees bind: the network stops the run if the NIC breaks one.
///
/// Bytes and flow control that are delivered to the NIC, as protocol.h says, may lie ahead of
/// time(), never behind it.
#pragma once

#include <functional>
#include <optional>

#include "models/common/units.h"
#include "models/myrinet/envelope.h"

namespace flybar::myrinet {

class Nic {
 public:
  Nic() = default;
  Nic(const Nic&) = delete;
  Nic& operator=(const Nic&) = delete;
  virtual ~Nic() = default;

  /// Least time from what reaches the NIC to what it sends because of that; never changes. The
  /// scheduler refuses cables on which an echo takes less.
  virtual Time clock() const = 0;
  /// Begin of the next clock; of the next event if the NIC rests. It does and sends nothing before,
  /// unless it rests and something reaches it.
  virtual Time time() const = 0;
  /// Runs all clocks that begin before `safe_time` and before the kernel's horizon, both of which
  /// may become earlier meanwhile. Stops at the agenda's next task, or runs on with what the agenda
  /// has to do between two clocks. On return the network has been given everything that was sent.
  virtual void run(const Time& safe_time) = 0;

  /// True if time() is that of the next event, which an arrival may make earlier; false if it is
  /// that of the next clock.
  virtual bool resting() const { return false; }
  /// The NIC rests between two packets and nothing is on its way to it: unless something reaches
  /// it, it sends nothing before byte_guarantee(time()).
  virtual bool may_be_suspended() const { return false; }
  /// The begin of clocks that end by `t` is before the instant returned.
  Time clocks_before(Time t) const { return t - clock() + Time::ps(1); }
  /// No byte leaves before, provided that nothing reaches the NIC before `known` or, unless it
  /// rests, before its next clock.
  virtual Time byte_guarantee(Time known) const { return known; }
  /// Neither STOP nor GO leaves before, whatever arrives from `known` on; `rest` bounds the rest of
  /// the packet under way. Precondition: everything that arrives before `known` has been delivered,
  /// and time() is not earlier.
  virtual Time flow_guarantee(Time known, const std::optional<Envelope>& rest) const {
    static_cast<void>(rest);
    return known;
  }
  /// Bounds what the NIC sends from `known` on of the packet that it is sending.
  virtual std::optional<Envelope> envelope(Time known) const {
    static_cast<void>(known);
    return std::nullopt;
  }
  /// Called once: no echo of a packet reaches the NIC sooner after the begin of the packet.
  virtual void set_shortest_echo(Time time) { static_cast<void>(time); }

  /// Called by the NIC when the network has delivered something, which may make time() earlier.
  std::function<void()> on_arrival;
};

}  // namespace flybar::myrinet
