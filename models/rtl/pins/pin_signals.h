/// The pins of a chip for a waveform, under the names that they have in SystemVerilog.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class PinSignals {
 public:
  /// `chip` is the path of the tracks; `other` that of a description of the same chip in RTL,
  /// beside which the pins are shown.
  PinSignals(Observer& observer, const std::string& chip, const std::string& other);

  /// After a clock.
  void sample(Time at, const Outputs& out, const Insight& insight);

 private:
  struct Track {
    TrackId id;
    bool known = false;
    std::uint64_t value = 0;
  };
  void tell(Track& track, Time at, std::uint64_t value);

  Observer& observer_;
  std::vector<Track> pins_, front_;
};

/// The name of the `n`th 64 bits of a signal of so many bits: that of the whole if there are no
/// more. Values of waves have 64 bits.
std::string part_name(const std::string& signal, unsigned bits, unsigned n);

}  // namespace flybar::rtl
