/// The two ways of advancing a chip.
#pragma once

#include <cstdint>

namespace flybar {

/// Results are the same.
enum class Stepping : std::uint8_t {
  kFast,        ///< runs ahead, skips idle loops
  kEveryClock,  ///< the reference
};

}  // namespace flybar
