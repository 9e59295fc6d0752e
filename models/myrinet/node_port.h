/// Where a node's cable enters the network.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <tlm>

#include "models/common/units.h"
#include "models/myrinet/cable.h"
#include "models/myrinet/protocol.h"

namespace flybar::myrinet {

/// Turns calls of protocol.h into symbols on a cable, and what arrives on the other into calls.
class NodePort {
 public:
  /// `out` leads away from the node, `in` to it.
  NodePort(std::string name, Cable& out, Cable& in);
  ~NodePort() { payload_.clear_extension(&link_); }
  NodePort(const NodePort&) = delete;
  NodePort& operator=(const NodePort&) = delete;

  /// A call from the node, with the time at its port. It has sent what it sends before `now`.
  /// Returns what the payload says.
  const Link& accept(tlm::tlm_generic_payload& payload, Time at, Time now);
  /// The node says that it sends no byte before `bytes`, and neither STOP nor GO before `flow`. If
  /// the former does not bind, it holds until the node is reached by something.
  void promise(Time bytes, Time flow, bool binding) {
    out_.wake();
    silent_unless_reached_ = bytes;
    if (binding) silent_ = std::max(silent_, bytes);
    steady_ = std::max(steady_, flow);
  }
  /// The node sends nothing before `until`, unless something reaches it.
  void sleep(Time until) {
    silent_unless_reached_ = until;
    out_.sleep(until);
  }
  bool asleep() const { return out_.sleeps_until() != Time(); }
  /// What the node foretells of the bytes that it will yet send.
  void foretell(const std::optional<Envelope>& bytes) {
    foretold_ = bytes;
    if (bytes) least_end_ = std::max(least_end_, bytes->tail);
  }
  /// The node has sent everything that it sends before `now`. Returns before when nothing else will
  /// be sent.
  Time advance(Time now) {
    if (asleep()) return silent_unless_reached_;
    silent_ = std::max(silent_, now);
    steady_ = std::max(steady_, now);
    out_.know(silent_, steady_);
    out_.foretell(foretold_);
    return std::min(silent_, steady_);
  }
  /// No byte will be sent before, as last promised.
  Time silent_unless_reached() const { return silent_unless_reached_; }

  bool has_next() const { return taken_ != in_.data.times.end() || !in_.flow.empty(); }
  /// When that arrives. Precondition: has_next().
  Time next_at() const { return std::min(next_flow(), next_bytes()); }
  /// The next symbols for the node that are ready to go, with the time at which they arrive.
  /// Precondition: has_next(). The payload stays valid until the next call.
  tlm::tlm_generic_payload& next(Time& at);

  bool quiet() const;
  const Cable& out() const { return out_; }
  const Cable& in() const { return in_; }

 private:
  void accept_bytes(const tlm::tlm_generic_payload& payload, const Link& link, Time at);
  void accept_flow(bool stop, Time at);
  void require(bool fine, Time at, const char* found, const char* allowed) const;
  Time next_bytes() const {
    return taken_ == in_.data.times.end() ? Time::never() : in_.data.times.at(taken_);
  }
  Time next_flow() const { return in_.flow.empty() ? Time::never() : in_.flow.front().at; }
  void take_flow();
  void take_bytes();

  const std::string name_;
  Cable& out_;
  Cable& in_;
  Time silent_, steady_;
  Time silent_unless_reached_;
  std::optional<Envelope> foretold_;
  Time least_end_;     ///< of the packet under way, as foretold
  bool open_ = false;  ///< the node is in the middle of a packet
  Time bytes_free_;    ///< the end of the last run from the node
  Time last_flow_;
  std::uint64_t taken_ = 0;  ///< bytes given to the node
  tlm::tlm_generic_payload payload_;
  Link link_;
};

}  // namespace flybar::myrinet
