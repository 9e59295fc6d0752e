/// What connects nodes, as their scheduler sees it: a network of any kind. Node N is at port N.
///
/// A fabric moves when it is told how far the nodes have run. It delivers what is thereby
/// determined and derives the safe time of each node. How a node guarantees what it does not send
/// is between the fabric and the cards on it; the scheduler only says when to ask. Results do not
/// depend on how often advance() is called.
#pragma once

#include <functional>
#include <span>

#include "models/common/units.h"

namespace flybar {

class Crew;

class Fabric {
 public:
  virtual ~Fabric() = default;

  /// The node has done everything before `reached`: its card may guarantee more now.
  virtual void take_guarantees(std::size_t port, Time reached) = 0;
  /// The node has stopped, and sends nothing before `end`.
  virtual void stop(std::size_t port, Time end) = 0;
  /// Node p has sent everything that it sends before `known[p]`, and may send more from then on.
  virtual void advance(std::span<const Time> known) = 0;
  /// Nothing that has not been delivered reaches the node before, except echoes of what the node
  /// sends from now on.
  virtual Time safe_time(std::size_t port) const = 0;

  /// Least time from what a node sends to its echo.
  virtual Time shortest_echo(std::size_t port) const = 0;
  /// Least time on the way from another node to this one.
  virtual Time from_others(std::size_t port) const = 0;
  /// Called when a node sends something that can cause an echo, with its port and the instant at
  /// which the echo can reach it.
  std::function<void(std::size_t, Time)> on_echo;
  /// The crew whose threads may share the deliveries to nodes; null if one thread does everything.
  Crew* crew = nullptr;

  // A fabric that cannot do what follows is correct, and slower.

  /// Nothing is under way, and no node is in the middle of what it sends. Guarantees hold then only
  /// until something reaches their node, and no node is suspended.
  virtual bool quiet() const { return false; }
  /// What nodes have guaranteed counts no longer: in the next round each one says how far it has
  /// come, and none is suspended.
  virtual bool asks_anew() const { return false; }
  /// Nothing is on its way to the node, and the fabric has nothing of it to send on.
  virtual bool unused(std::size_t /*port*/) const { return false; }
  /// The node does nothing before `end` unless something reaches it. It stays suspended until it
  /// gives a guarantee or something is delivered to it; until then advance() ignores its time, and
  /// its safe time is not kept up. Precondition: unused(port).
  virtual void suspend(std::size_t /*port*/, Time /*end*/) {}
  virtual bool suspended(std::size_t /*port*/) const { return false; }
  /// Brings the safe time of a suspended node up to date.
  virtual void refresh(std::size_t /*port*/) {}
};

}  // namespace flybar
