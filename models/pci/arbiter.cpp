#include "models/pci/arbiter.h"

#include <bit>

namespace flybar::pci {

unsigned Arbiter::choose(std::uint32_t waiting) const {
  const unsigned first = priority_ == Priority::kRotating ? (last_ + 1) % 32 : 0;
  const auto from_first = std::rotr(waiting, static_cast<int>(first));
  return (first + static_cast<unsigned>(std::countr_zero(from_first))) % 32;
}

}  // namespace flybar::pci
