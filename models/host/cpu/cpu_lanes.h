/// Where observers are told what a CPU does: a lane for each level of software, one above the
/// other, so that what is interrupted has a gap while the level above has the CPU.
#pragma once

#include <string>

#include "models/common/details.h"

namespace flybar::host {

/// Of a process; those of a handler are one. Shares are those of CpuUse: a poll is the user's.
struct CpuLanes {
  TrackId user = 0;
  TrackId kernel = 0;
  bool told() const { return kernel != kUntold; }
};

struct CpuTracks {
  TrackId threads;  ///< which process or thread of the kernel has the CPU, interrupted or not
  CpuLanes process;
  CpuLanes soft_interrupt;
  CpuLanes interrupt;  ///< of the devices
};

/// Declares them for the CPU with this name, or says that they are untold.
inline CpuTracks declare_cpu(Observer& observer, const std::string& name) {
  const auto declare = [&](const std::string& track) {
    return declare_details(observer, {.name = track, .lanes = {{Lane::kSoftware, ""}}});
  };
  const auto handler = [&](const std::string& track) {
    const TrackId lane = declare(track);
    return CpuLanes{lane, lane};
  };
  return {.threads = declare(name),
          .process = {.user = declare(name + ".user"), .kernel = declare(name + ".kernel")},
          .soft_interrupt = handler(name + ".soft_interrupt"),
          .interrupt = handler(name + ".interrupt")};
}

}  // namespace flybar::host
