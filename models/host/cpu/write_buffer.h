/// The entry of a CPU's write buffer that is still open: neighbouring words become one burst.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace flybar::host {

class WriteBuffer {
 public:
  static constexpr std::uint32_t kBlock = 32;  ///< of the 21164 and the P6

  /// How many of `length` bytes at `address` lie in the block of the first.
  static std::size_t within_block(std::uint32_t address, std::size_t length) {
    return std::min<std::size_t>(length, kBlock - address % kBlock);
  }

  explicit WriteBuffer(std::uint32_t block = kBlock) : block_(block) {}

  /// How many of `length` bytes at `address` still belong to the burst that they are in.
  std::size_t within_burst(std::uint32_t address, std::size_t length) const {
    return std::min<std::size_t>(length, block_ - address % block_);
  }

  bool empty() const { return size_ == 0; }
  /// The block has been written to its end.
  bool full() const { return size_ != 0 && (address_ + size_) % block_ == 0; }
  std::uint32_t address() const { return address_; }
  std::span<const std::uint8_t> data() const { return {bytes_.data(), size_}; }

  /// Whether a store to `address` continues what is open. Precondition: not empty, not full.
  bool continues_at(std::uint32_t address) const { return address == address_ + size_; }

  /// Preconditions: within one burst; continues_at(address) unless empty.
  void add(std::uint32_t address, std::span<const std::uint8_t> data) {
    if (empty()) address_ = address;
    std::copy(data.begin(), data.end(), bytes_.begin() + size_);
    size_ += static_cast<std::uint32_t>(data.size());
  }
  void clear() { size_ = 0; }

 private:
  std::uint32_t block_;  ///< most bytes of a burst, a power of two
  std::uint32_t address_ = 0;
  std::uint32_t size_ = 0;
  std::array<std::uint8_t, kBlock> bytes_{};
};

}  // namespace flybar::host
