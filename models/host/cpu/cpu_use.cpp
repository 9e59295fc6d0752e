#include "models/host/cpu/cpu_use.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace flybar::host {
namespace {

constexpr Resource kCpu{
    "host CPU", kByClock,
    waits_of(flybar::Wait::kHostSend, flybar::Wait::kInterrupt, flybar::Wait::kHostReceive)};

class Parts {
 public:
  void add(const char* by, Time time) {
    const auto known = std::find_if(parts_.begin(), parts_.end(), [by](const Relieved& part) {
      return std::string_view(part.by) == by;
    });
    if (known != parts_.end())
      known->time += time;
    else if (time > Time())
      parts_.push_back({by, time});
  }
  std::vector<Relieved> take() { return std::move(parts_); }

 private:
  std::vector<Relieved> parts_;
};

}  // namespace

Uses CpuUse::uses(double memory_share) const {
  Time polled, stalled;
  Parts parts;
  for (const auto& [label, time] : works_) {
    if (label.text == kPolling.text) {
      polled += time;
      continue;
    }
    if (label.text == kPioStall.text) stalled += time;
    const bool kernel = label.share != Share::kUser && label.relief == kByClock;
    const Time memory =
        kernel ? Time::ps(std::llround(static_cast<double>(time.ps()) * memory_share)) : Time();
    parts.add(label.relief, time - memory);
    parts.add(kByNothing, memory);
  }
  return {{.resource = &kCpu,
           .column = "CPU %",
           .time = busy() - polled - stalled,
           .parts = parts.take()},
          {.column = "polling %", .time = polled + stalled}};
}

}  // namespace flybar::host
