/// How TLM-2.0 carries a Myrinet link, for everything that has a link port.
///
/// A port is a pair: an initiator socket for what it transmits and a target socket for what it
/// receives. Every call is b_transport with a generic payload (WRITE) and a `Link` extension; it
/// returns at once (any other payload stops the run), and the annotated time says when, counted
/// from sc_time_stamp():
///
/// - kBytes: the data bytes leave the transmitter one per byte time, the first one at t.
///   A packet is one or more such runs; `head` marks the first, `tail` the last (a GAP follows it).
///   The tail comes with the last byte: at least one byte. Runs do not overlap.
/// - kStop, kGo: flow control for the opposite direction, sent at t. No data.
///   A byte whose turn comes at the instant at which STOP arrives does not go; at the instant of GO
///   it does.
///
/// Times are those at the sending port; the link adds its propagation delay. Calls on one socket
/// come with non-decreasing times, runs and flow control separately. What is delivered may lie
/// ahead of the receiver's time, never behind it. A packet's last byte is its CRC-8.
#pragma once

#include <tlm>

#include "models/common/units.h"

namespace flybar::myrinet {

/// Protocol traits of the sockets, so that only models of this protocol bind to each other.
struct ProtocolTypes {
  using tlm_payload_type = tlm::tlm_generic_payload;
  using tlm_phase_type = tlm::tlm_phase;
};

enum class Symbols : std::uint8_t { kBytes, kStop, kGo };

struct Link : tlm::tlm_extension<Link> {
  static constexpr const char* kName = "myrinet::Link";
  static constexpr const char* kProtocol = "models/myrinet/link/protocol.h";

  Symbols symbols = Symbols::kBytes;
  bool head = false;
  bool tail = false;
  std::uint64_t message = 0;  ///< for observers only: which message the packet carries

  tlm::tlm_extension_base* clone() const override { return new Link(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const Link&>(other);
  }
};

}  // namespace flybar::myrinet
