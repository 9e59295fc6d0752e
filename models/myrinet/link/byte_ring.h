/// The bytes of a stream that are still wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace flybar::myrinet {

/// Bytes are numbered from 0 for ever. Grows when too many are kept, and never shrinks.
class ByteRing {
 public:
  void append(std::span<const std::uint8_t> bytes) {
    const std::uint64_t kept = end_ - begin_ + bytes.size();
    if (kept > memory_.size()) grow(kept);
    const std::span<std::uint8_t> part = piece(end_, bytes.size());
    std::memcpy(part.data(), bytes.data(), part.size());
    if (part.size() < bytes.size())
      std::memcpy(memory_.data(), bytes.data() + part.size(), bytes.size() - part.size());
    end_ += bytes.size();
  }
  void forget_before(std::uint64_t byte) { begin_ = byte; }

  std::uint64_t end() const { return end_; }
  std::uint8_t& operator[](std::uint64_t byte) { return memory_[byte & (memory_.size() - 1)]; }
  /// The bytes from `first` on, `most` of them or fewer: up to where the memory wraps.
  std::span<std::uint8_t> piece(std::uint64_t first, std::uint64_t most) {
    const std::uint64_t at = first & (memory_.size() - 1);
    return {&memory_[at], std::min<std::uint64_t>(most, memory_.size() - at)};
  }

 private:
  void grow(std::uint64_t bytes);

  static constexpr std::size_t kInitial = 1024;  ///< several windows of a link; a power of two
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(kInitial);
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace flybar::myrinet
