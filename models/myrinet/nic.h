/// A NIC at a port of the network, as the scheduler sees it.
///
/// A NIC runs ahead of the others, by clocks of its own, as far as nothing can reach it. What it
/// says of its own future lets the others run on meanwhile. What it may leave unsaid has an answer
/// here that is always right: a better one saves time, and changes no result. What it says is
/// binding: the network stops the run if more leaves it, or sooner.
///
/// Bytes and flow control that are delivered to it, as protocol.h says, may lie ahead of time(),
/// never behind it.
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

  /// The shortest time from what reaches it to what leaves it. A cable on which an answer takes
  /// less is refused.
  virtual Time clock() const = 0;
  /// Begin of its next clock, or of its next event if it rests: it does and sends nothing before,
  /// unless it rests and something reaches it.
  virtual Time time() const = 0;
  /// Runs all clocks that begin before `horizon` and before the kernel's horizon, whatever these
  /// become meanwhile; up to the agenda's next task, or beyond it with what the agenda has to do
  /// between two clocks. What has left it by then has been told to the network on return.
  virtual void run(const Time& horizon) = 0;

  /// Whether time() is when something will have to be done, and what reaches it may make that
  /// earlier; else time() is its next clock.
  virtual bool resting() const { return false; }
  /// Rests with no packet under way and knows of nothing that comes from the network: it sends
  /// nothing before silent_until(time()), unless something reaches it. It may be let sleep.
  virtual bool still() const { return false; }
  /// Clocks that begin before the instant returned have ended by `t`.
  Time clocks_before(Time t) const { return t - clock() + Time::ps(1); }
  /// No byte leaves it before, if nothing reaches it before `known` or, unless it rests, before its
  /// next clock.
  virtual Time silent_until(Time known) const { return known; }
  /// Neither STOP nor GO leaves it before, whatever arrives from `known` on; as much as the network
  /// foretells of that, `coming` says. Precondition: all that arrives before `known` has been
  /// delivered, and time() is not earlier.
  virtual Time flow_control_before(Time known, const std::optional<Envelope>& coming) const {
    static_cast<void>(coming);
    return known;
  }
  /// What is certain of the bytes that it will yet send of the packet under way, from `known` on.
  virtual std::optional<Envelope> sends(Time known) const {
    static_cast<void>(known);
    return std::nullopt;
  }
  /// Told once: nothing that a packet of this NIC provokes reaches it sooner after the packet
  /// has begun.
  virtual void answers_take(Time time) { static_cast<void>(time); }

  /// To be called when the network has delivered something, which may make time() earlier.
  std::function<void()> on_arrival;
};

}  // namespace flybar::myrinet
