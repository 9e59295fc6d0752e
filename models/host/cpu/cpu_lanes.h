/// The tracks on which observers learn what a CPU does. Each level of software has a lane. The lane
/// of an interrupted level has a gap while a higher level has the CPU.
#pragma once

#include <string>

#include "models/common/details.h"

namespace flybar::host {

/// The lanes of a process: outside the kernel, and in it. A handler has one lane for both. CpuUse
/// says which work is the user's; polling is.
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
  const auto declare = [&](const std::string& track, const Track::PartOf& part_of) {
    return declare_details(observer, {.name = track,
                                      .lanes = {{Lane::kSoftware, ""}},
                                      .part_of = part_of,
                                      .block = Block::kHost,
                                      .row = Row::kHostCpu});
  };
  const auto level = [&](const std::string& track) {
    return declare(track, {parent_of(name), {Lane::kCalls}});
  };
  const auto handler = [&](const std::string& track) {
    const TrackId lane = level(track);
    return CpuLanes{lane, lane};
  };
  return {.threads = declare(name, {}),
          .process = {.user = level(name + ".user"), .kernel = level(name + ".kernel")},
          .soft_interrupt = handler(name + ".soft_interrupt"),
          .interrupt = handler(name + ".interrupt")};
}

}  // namespace flybar::host
