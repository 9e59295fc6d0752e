/// What PM costs its host, and how its firmware is configured.
#pragma once

#include <cstdint>

#include "models/common/parameters.h"
#include "models/common/units.h"

namespace flybar {
class LayerParams;
}

namespace flybar::pm {

/// When a packet may leave.
enum class Sending : std::uint8_t {
  kWhole,      ///< when all of it has come from the host
  kImmediate,  ///< while it comes, its header first
};

struct FirmwareParams {
  Sending sending = Sending::kImmediate;
  std::int64_t channels = 4;        ///< of a NIC
  std::int64_t pin_entries = 1024;  ///< pages that a channel can have pinned
  std::int64_t buffers = 3;         ///< for packets in SRAM, each way
  Bytes pulse = Bytes(1024);        ///< from the host that go to the link at once
  std::int64_t ack_after = 4;       ///< packets, while there is something else to send
  Time rest = Time::us(20);         ///< before an acknowledgement goes that no message has carried
  Time pause = Time::us(20);        ///< before a refused message is sent again, at first
  Time retry = Time::ms(10);        ///< without an acknowledgement
  std::int64_t give_up = 10;        ///< so many in a row, and the node is dead
};

/// CPU time of the library and the driver, and the memory of a process.
struct HostCosts {
  Time call = Time::ns(300);     ///< of one call of the library
  Time pin_hit = Time::ns(530);  ///< locking an area that is pinned
  Time pin_call = Time::us(40);  ///< pinning an area: the call of the kernel
  Time pin_page = Time::us(7);   ///< and each of its pages
  double release_share = 0.5;    ///< of both, when the pages are really released
  Bytes send_buffer = Bytes(128 * 1024);
  Bytes receive_buffer = Bytes(128 * 1024);
  Time start_timeout = Time::ms(100);  ///< for the firmware to say that it runs
};

struct Params {
  static constexpr const char* kLayer = "pm";
  FirmwareParams firmware;
  HostCosts host;
};

/// Adds every parameter as pm.* and pin.*.
void describe(Parameters& table, Params& params);

/// Adds Params to those of a node.
void add_layer(LayerParams& node);

}  // namespace flybar::pm
