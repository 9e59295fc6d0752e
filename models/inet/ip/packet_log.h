/// Tells observers of the IP packets of one interface.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/details.h"
#include "models/host/cpu/cpu.h"
#include "models/inet/device/device.h"

namespace flybar::inet {

class PacketLog {
 public:
  /// `sums`: those of TCP and UDP are made; else a comment at each packet says that they are off.
  PacketLog(const std::string& name, host::Cpu& cpu, bool sums, Observer& observer);
  /// Somebody keeps them.
  bool told() const { return track_ != kUntold; }
  /// Precondition: told().
  void packet(std::span<const Piece> pieces, bool outbound);

 private:
  host::Cpu& cpu_;
  const std::string_view comment_;
  Observer& observer_;
  const TrackId track_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace flybar::inet
