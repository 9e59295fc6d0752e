#include "models/myrinet/link/link_faults.h"

#include <algorithm>

#include "models/common/mix.h"

namespace flybar::myrinet {
namespace {

constexpr int kFractionBits = 53;  ///< of a double
constexpr std::uint64_t kTailSequence = 0x7461696c;

std::uint64_t threshold(double probability) {
  return static_cast<std::uint64_t>(probability * static_cast<double>(1ull << kFractionBits));
}

bool happens(std::uint64_t random, double probability) {
  return (random >> (64 - kFractionBits)) < threshold(probability);
}

}  // namespace

std::uint64_t FaultInjector::survivors(Time at, Time byte_time, std::uint64_t bytes) const {
  if (faults_.dead_from == Time::never()) return bytes;
  if (dead(at)) return 0;
  const std::int64_t starts = (faults_.dead_from - at + byte_time - Time::ps(1)) / byte_time;
  return std::min(bytes, static_cast<std::uint64_t>(starts));
}

std::uint64_t FaultInjector::damage(ByteRing& bytes, std::uint64_t first) const {
  if (faults_.byte_errors == 0) return 0;
  std::uint64_t damaged = 0;
  for (std::uint64_t i = first; i < bytes.end(); ++i) {
    const std::uint64_t random = random_number(seed_, i);
    if (!happens(random, faults_.byte_errors)) continue;
    bytes[i] ^= static_cast<std::uint8_t>(1 << (random & 7));
    ++damaged;
  }
  return damaged;
}

bool FaultInjector::loses_tail() {
  return happens(random_number(seed_ ^ kTailSequence, tails_++), faults_.lost_tails);
}

}  // namespace flybar::myrinet
