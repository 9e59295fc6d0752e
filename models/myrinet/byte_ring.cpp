#include "models/myrinet/byte_ring.h"

#include <algorithm>
#include <bit>

namespace flybar::myrinet {

void ByteRing::append(std::span<const std::uint8_t> bytes) {
  if (end_ - begin_ + bytes.size() > memory_.size()) grow(end_ - begin_ + bytes.size());
  copy_in(end_, bytes);
  end_ += bytes.size();
}

std::span<std::uint8_t> ByteRing::piece(std::uint64_t first, std::uint64_t most) {
  const std::uint64_t at = first & (memory_.size() - 1);
  return {&memory_[at], std::min<std::uint64_t>(most, memory_.size() - at)};
}

void ByteRing::grow(std::uint64_t bytes) {
  std::vector<std::uint8_t> old(std::bit_ceil(bytes));
  old.swap(memory_);
  for (std::uint64_t i = begin_; i < end_; ++i) (*this)[i] = old[i & (old.size() - 1)];
}

void ByteRing::copy_in(std::uint64_t first, std::span<const std::uint8_t> bytes) {
  const std::span<std::uint8_t> part = piece(first, bytes.size());
  std::copy_n(bytes.begin(), part.size(), part.begin());
  std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(part.size()), bytes.end(), memory_.begin());
}

}  // namespace flybar::myrinet
