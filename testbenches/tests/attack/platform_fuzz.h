/// What any text may do to the platform reader: be loaded, or be refused with a message of four
/// parts. Anything else ends the process.
#pragma once

#include <string_view>

#include "models/cluster/files/platform.h"
#include "models/systems/systems.h"
#include "testbenches/tests/attack/reader_fuzz.h"

namespace flybar::cluster {

inline void read_anything(std::string_view text) {
  try {
    systems::load(parse_platform(text, "fuzz.toml"));
  } catch (const ConfigurationError& error) {
    abort_unless_complete(error);
  }
}

}  // namespace flybar::cluster
