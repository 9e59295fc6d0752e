#include "models/host/cpu/cpu_use.h"

#include <cmath>
#include <string_view>
#include <vector>

namespace flybar::host {
namespace {

constexpr Resource kCpu{
    "host CPU", kByClock,
    waits_of(flybar::Wait::kHostSend, flybar::Wait::kInterrupt, flybar::Wait::kHostReceive)};

}  // namespace

Uses CpuUse::uses(double memory_share) const {
  Time polled, stalled;
  std::vector<Relieved> parts;
  for (const auto& [label, time] : works_) {
    if (label.text == kPolling.text) {
      polled += time;
      continue;
    }
    if (label.text == kPioStall.text) stalled += time;
    const bool kernel = label.share != Share::kUser && label.relief == kByClock;
    const Time memory =
        kernel ? Time::ps(std::llround(static_cast<double>(time.ps()) * memory_share)) : Time();
    add_part(parts, label.relief, time - memory);
  }
  return {{.resource = &kCpu,
           .column = "CPU %",
           .time = busy() - polled - stalled,
           .awaited = busy() - polled,
           .parts = parts},
          {.column = "polling %", .time = polled + stalled}};
}

}  // namespace flybar::host
