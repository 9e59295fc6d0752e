#include "models/lan/wire/faults.h"

#include <cmath>

#include "models/common/mix.h"

namespace flybar::lan {

namespace {
constexpr std::uint64_t kFrameSequence = 0x6672616d65;

bool happens(std::uint64_t random, double probability) {
  return std::ldexp(static_cast<double>(random >> 11), -53) < probability;
}
}  // namespace

bool Faults::loses_frame() {
  return rates_.lost_frames > 0 &&
         happens(random_number(seed_ ^ kFrameSequence, frames_++), rates_.lost_frames);
}

std::uint64_t Faults::damage(std::span<std::uint8_t> bytes) {
  if (rates_.byte_errors <= 0) return 0;
  std::uint64_t damaged = 0;
  for (std::uint8_t& byte : bytes) {
    const std::uint64_t random = random_number(seed_, bytes_++);
    if (!happens(random, rates_.byte_errors)) continue;
    byte ^= static_cast<std::uint8_t>(1U << (random & 7));
    ++damaged;
  }
  return damaged;
}

}  // namespace flybar::lan
