/// Measurements at all phases of the firmware's loop.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "models/host/cpu/cpu.h"

namespace flybar::experiments {

/// What takes the same time again and again keeps step with the loop of the firmware and with the
/// polls of the host, and its mean would be that of one phase. So each time begins after another
/// part of a stretch longer than the loop: those of the golden section are spread evenly.
constexpr Time spread(std::uint64_t serial) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;
  constexpr Time kStretch = Time::us(6);
  return Time::ps(kStretch.ps() / 1024 * static_cast<std::int64_t>(serial * kGolden >> 54));
}

/// Lets the host pass that time, before measurement number `serial`.
inline void spread(host::Cpu& cpu, std::uint64_t serial) {
  constexpr host::Label kSpread{"pause between measurements", host::Share::kUser, host::kByNothing};
  cpu.spend(spread(serial), kSpread);
}

}  // namespace flybar::experiments
