/// Which frame holds a byte of the program that runs the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace flybar::host {

/// Blocks of one size, a power of two, wherever they lie. No two of them overlap, so at most one
/// begins between two multiples of their size: looking a byte up takes two probes.
class NativeIndex {
 public:
  explicit NativeIndex(std::size_t size) : size_(size) {}

  void add(const std::uint8_t* base, std::size_t number) {
    blocks_.emplace(slot(base), Block{base, number});
  }

  struct Place {
    std::size_t number;
    std::size_t offset;
  };
  std::optional<Place> find(const std::uint8_t* byte) const {
    const std::uintptr_t own = slot(byte);
    if (const auto place = in(own, byte)) return place;
    return in(own - 1, byte);
  }

 private:
  struct Block {
    const std::uint8_t* base;
    std::size_t number;
  };
  /// Addresses of unrelated objects are compared as numbers.
  static std::uintptr_t number(const std::uint8_t* byte) {
    return reinterpret_cast<std::uintptr_t>(byte);
  }
  std::uintptr_t slot(const std::uint8_t* byte) const { return number(byte) / size_; }
  std::optional<Place> in(std::uintptr_t slot, const std::uint8_t* byte) const {
    const auto found = blocks_.find(slot);
    if (found == blocks_.end()) return std::nullopt;
    const std::uintptr_t offset = number(byte) - number(found->second.base);
    if (offset >= size_) return std::nullopt;  // before it, too
    return Place{found->second.number, offset};
  }

  const std::size_t size_;
  std::unordered_map<std::uintptr_t, Block> blocks_;  ///< by the multiple behind which they begin
};

}  // namespace flybar::host
