/// How fast a disk is, and what its driver costs.
#pragma once

#include <string>

#include "models/common/parameters.h"
#include "models/common/rate.h"
#include "models/common/units.h"

namespace flybar::host {

/// Sources: disk_params.cpp.
struct DiskParams {
  static constexpr const char* kLayer = "disk";
  Time access = Time::ms(12);     ///< seek and rotation, where a block does not follow the last
  Rate rate = Rate::mb_per_s(9);  ///< between the medium and memory
  Time start = Time::us(25);      ///< CPU time until the disk has a request
  Time complete = Time::us(15);   ///< CPU time in the interrupt handler for each request done

  Time transfer_time(Bytes bytes) const { return rate.byte_time() * bytes.count; }
};

/// Adds every parameter under "disk.".
void describe(Parameters& parameters, DiskParams& params);

}  // namespace flybar::host
