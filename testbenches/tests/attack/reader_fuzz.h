/// For whoever feeds readers with damaged input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>

#include "models/common/fault.h"

namespace flybar {

/// The same on every machine, unlike the distributions of the library.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return engine_() % n; }

 private:
  std::mt19937 engine_;
};

/// A refusal says where, what was found, what is allowed and what to do. Anything less ends the
/// process.
inline void abort_unless_complete(const ConfigurationError& error) {
  for (const Fault& fault : error.faults())
    if (fault.where.empty() || fault.found.empty() || fault.allowed.empty() || fault.advice.empty())
      std::abort();
}

}  // namespace flybar
