/// Where a node's cable enters the network.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <tlm>

#include "models/common/units.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/link/nic.h"
#include "models/myrinet/link/protocol.h"

namespace flybar::myrinet {

/// Turns calls of protocol.h into symbols on a cable, and what arrives on the other into calls.
class NodePort {
 public:
  /// `out` leads away from the node, `in` to it.
  NodePort(std::string name, Cable& out, Cable& in);
  ~NodePort() { payload_.clear_extension(&link_); }
  NodePort(const NodePort&) = delete;
  NodePort& operator=(const NodePort&) = delete;

  /// A call from the node, with the time at its port. The node has run to `now`: it has sent
  /// everything that it sends before. Returns what the payload says.
  const Link& accept(tlm::tlm_generic_payload& payload, Time at, Time now);
  /// Takes a guarantee of the node. Unless it is `binding`, the part on bytes holds only until
  /// something reaches the node, and no envelope counts.
  void guarantee(const Guarantee& given, bool binding) {
    out_.resume();
    changed_ = true;
    silent_unless_reached_ = given.bytes;
    steady_ = std::max(steady_, given.flow);
    if (!binding) return;
    silent_ = std::max(silent_, given.bytes);
    held_ = given.held;
    envelope_ = given.envelope;
    if (envelope_) least_end_ = std::max(least_end_, envelope_->tail);
  }
  /// The node is suspended: it sends nothing before `until`, unless something reaches it.
  void suspend(Time until) {
    changed_ = true;
    silent_unless_reached_ = until;
    out_.suspend(until);
  }
  bool suspended() const { return out_.unless_reached() != Time(); }
  /// The node has run to `now`. Returns before when it sends nothing else.
  Time advance(Time now) {
    changed_ = false;
    if (!suspended()) {
      silent_ = std::max(silent_, now);
      steady_ = std::max(steady_, now);
      out_.guarantee(silent_, steady_);
      out_.give_envelope(envelope_);
      out_.hold(held_);
    }
    out_.pass_on_news();
    return suspended() ? silent_unless_reached_ : std::min(silent_, steady_);
  }
  /// Since advance(), the node has sent something, has given a guarantee or an envelope, or has
  /// been resumed.
  bool changed() const { return changed_; }
  /// The last guarantee of bytes, if it still holds.
  Time silent_unless_reached() const { return silent_unless_reached_; }

  bool has_next() const { return taken_ != in_.data.times.end() || !in_.flow.empty(); }
  /// When the next symbol arrives. Precondition: has_next().
  Time next_at() const { return std::min(next_flow(), next_bytes()); }
  /// Takes the next symbols for the node, and says when they arrive. They resume a suspended node.
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
  std::optional<Envelope> envelope_;
  Time least_end_;  ///< by the envelopes given for the packet under way
  bool changed_ = true;
  bool held_ = false;
  bool open_ = false;  ///< the node is in the middle of a packet
  Time bytes_free_;    ///< the last run from the node has ended
  Time last_flow_;
  std::uint64_t taken_ = 0;  ///< bytes given to the node
  tlm::tlm_generic_payload payload_;
  Link link_;
};

}  // namespace flybar::myrinet
