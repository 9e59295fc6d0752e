/// What MyriAPI costs its host, and how its firmware and the IP driver on it are configured.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar {
class LayerParams;
class Parameters;
}  // namespace flybar

namespace flybar::myriapi {

struct Params {
  static constexpr const char* kLayer = "myriapi";
  std::int64_t packet_buffers = 2;     ///< of the SRAM, each way
  Time call = Time::us(10);            ///< of one call of the library, without its PIO and copies
  Bytes ip_header = Bytes(20);         ///< in front of an IP packet
  Bytes cluster = Bytes(8192);         ///< of the IP driver: what a piece of a packet goes to
  Time start_timeout = Time::ms(100);  ///< for the firmware to say that it runs
};

/// Adds every parameter as myriapi.*.
void describe(Parameters& table, Params& params);

/// Adds Params to those of a node. A cluster is a frame of the node (host.frame) unless it is set.
void add_layer(LayerParams& node);

}  // namespace flybar::myriapi
