/// The bytes of a stream that are still wanted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace flybar::myrinet {

/// Bytes are numbered from 0 for ever. Grows when too many are kept, and never shrinks.
class ByteRing {
 public:
  void append(std::span<const std::uint8_t> bytes);
  void forget_before(std::uint64_t byte) { begin_ = byte; }

  std::uint64_t end() const { return end_; }
  std::uint8_t& operator[](std::uint64_t byte) { return memory_[byte & (memory_.size() - 1)]; }
  /// The bytes from `first` on, `most` of them or fewer: up to where the memory wraps.
  std::span<std::uint8_t> piece(std::uint64_t first, std::uint64_t most);

 private:
  void grow(std::uint64_t bytes);
  void copy_in(std::uint64_t first, std::span<const std::uint8_t> bytes);

  static constexpr std::size_t kInitial = 1024;  ///< several windows of a link; a power of two
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(kInitial);
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace flybar::myrinet
