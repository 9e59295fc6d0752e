#include "models/myrinet/link/byte_ring.h"

#include <bit>

namespace flybar::myrinet {

void ByteRing::grow(std::uint64_t bytes) {
  std::vector<std::uint8_t> old(std::bit_ceil(bytes));
  old.swap(memory_);
  for (std::uint64_t i = begin_; i < end_; ++i) (*this)[i] = old[i & (old.size() - 1)];
}

}  // namespace flybar::myrinet
