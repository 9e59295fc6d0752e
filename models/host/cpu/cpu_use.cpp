#include "models/host/cpu/cpu_use.h"

namespace flybar::host {
namespace {

constexpr Resource kCpu{"host CPU", "host.clock",
                        waits_of(flybar::Wait::kHostSend, flybar::Wait::kHostReceive)};

}  // namespace

Uses CpuUse::uses() const {
  Time waited;
  for (const auto& [label, time] : by_label())
    if (label == kPolling.text || label == kPioStall.text) waited += time;
  return {{.resource = &kCpu, .column = "CPU %", .time = busy() - waited},
          {.column = "polling %", .time = waited}};
}

}  // namespace flybar::host
