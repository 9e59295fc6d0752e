/// What goes wrong on one direction of a cable.
#pragma once

#include <cstdint>
#include <span>

namespace flybar::lan {

struct FaultRates {
  double byte_errors = 0;  ///< probability that a byte arrives with one bit wrong
  double lost_frames = 0;  ///< probability that a frame is lost
  bool any() const { return byte_errors > 0 || lost_frames > 0; }
};

/// Decides by the number of the frame and of the byte on this cable.
class Faults {
 public:
  Faults(const FaultRates& rates, std::uint64_t seed) : rates_(rates), seed_(seed) {}

  bool loses_frame();
  /// Spoils some of the bytes; returns how many.
  std::uint64_t damage(std::span<std::uint8_t> bytes);

 private:
  FaultRates rates_;
  std::uint64_t seed_;
  std::uint64_t frames_ = 0, bytes_ = 0;
};

}  // namespace flybar::lan
