/// What can be set about a network of Ethernet or ATM, and about the cards on it.
#pragma once

#include <cstdint>

#include "models/common/rate.h"
#include "models/common/units.h"
#include "models/lan/wire/faults.h"
#include "models/lan/wire/line.h"

namespace flybar {
class LayerParams;
class Parameters;
}  // namespace flybar

namespace flybar::lan {

enum class Shape : std::uint8_t {
  kSwitch,  ///< every card has a line of its own, each direction
  kCable,   ///< one, which one frame at a time uses
};

/// Sources, limits and confidence stand in describe(). Rate, MTU and latency follow from framing
/// and shape unless they are set.
struct LanParams {
  static constexpr const char* kLayer = "lan";
  Framing framing = Framing::kEthernet;
  Shape shape = Shape::kSwitch;
  Rate rate = Rate::bytes_per_second(12'500'000);
  Bytes mtu = Bytes(1500);  ///< of a packet of IP
  /// Ethernet: from the end of a frame to its begin on the way out. ATM: the same of each cell,
  /// from its begin. If the line out is free.
  Time switch_latency = Time::us(4);
  FaultRates faults = {};  ///< of each direction of each cable
  std::int64_t fault_seed = 1;

  Line line() const { return {framing, rate}; }
  bool cells() const { return framing == Framing::kAal5; }
  /// Bytes before a packet of IP.
  std::size_t header() const { return cells() ? aal5::kHeader : ethernet::kHeader; }
  /// Bytes of the longest frame, with what the card appends.
  std::size_t longest_frame() const;
};

/// A card with rings of descriptors, and its driver.
struct RingParams {
  static constexpr const char* kLayer = "ring";
  std::int64_t rings = 32;       ///< descriptors of each
  Bytes fifo = Bytes(2048);      ///< each way
  Bytes threshold = Bytes(128);  ///< in a FIFO, before a frame goes on
  Bytes burst = Bytes(32);       ///< the longest on the bus
  std::int64_t interrupt_frames = 1;
  Time interrupt_delay = {};
  /// The knob of the calibration row of page faults over Ethernet (C004).
  Time driver = Time::us(6);  ///< CPU time of a frame, in or out, on an Alcor
};

/// Adds LanParams to those that all nodes share.
void add_network_layer(LayerParams& shared);
/// Adds RingParams to those of a node.
void add_card_layer(LayerParams& node);

}  // namespace flybar::lan
