/// What the bytes of a stream are: any two places within a megabyte differ, and so do two buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace flybar::experiments {

class Content {
 public:
  Content();

  /// Bytes [offset, offset + length) of buffer number `serial`: at most kMost at once.
  static constexpr std::size_t kMost = 65536;
  std::span<const std::uint8_t> at(std::uint64_t serial, std::size_t offset,
                                   std::size_t length) const;
  /// Where `bytes` first differ from those of the buffer from `offset` on; nothing if nowhere.
  std::optional<std::size_t> difference(std::uint64_t serial, std::size_t offset,
                                        std::span<const std::uint8_t> bytes) const;

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace flybar::experiments
