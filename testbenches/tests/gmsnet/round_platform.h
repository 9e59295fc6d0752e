/// The platform of tests of gmsnet and of what stands on it: round.toml.
#pragma once

#include "models/cluster/files/platform.h"

namespace flybar {

inline cluster::PlatformFile round_platform() {
  return cluster::find_platform(FLYBAR_ROUND_PLATFORM);
}

}  // namespace flybar
