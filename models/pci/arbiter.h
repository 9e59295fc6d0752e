/// Who gets the bus next.
#pragma once

#include <cstdint>

namespace flybar::pci {

enum class Priority : std::uint8_t {
  kRotating,  ///< the master after the one that had the bus last comes first
  kFixed,     ///< the lowest port comes first
};

/// Chooses among the masters whose REQ# is asserted. The only place that knows the policy.
class Arbiter {
 public:
  explicit Arbiter(Priority priority) : priority_(priority) {}

  /// The port of the next owner. `waiting` has one bit per port and is not 0.
  unsigned choose(std::uint32_t waiting) const;
  void granted(unsigned port) { last_ = port; }

 private:
  Priority priority_;
  unsigned last_ = 31;  ///< so that port 0 comes first at the start
};

}  // namespace flybar::pci
