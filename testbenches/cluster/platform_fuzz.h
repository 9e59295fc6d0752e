/// What any text may do to the platform reader: be loaded, or be refused with a message of four
/// parts. Anything else ends the process.
#pragma once

#include <cstdlib>
#include <string_view>

#include "models/cluster/platform.h"

namespace flybar::cluster {

inline void read_anything(std::string_view text) {
  try {
    load_system(parse_platform(text, "fuzz.toml"));
  } catch (const ConfigurationError& error) {
    for (const Fault& fault : error.faults())
      if (fault.where.empty() || fault.found.empty() || fault.allowed.empty() ||
          fault.advice.empty())
        std::abort();
  }
}

}  // namespace flybar::cluster
