/// Reads big-endian data from untrusted bytes: past the end everything is zero and `failed` is set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace flybar::lanai {

class ByteCursor {
 public:
  explicit ByteCursor(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  bool more() const { return !failed_ && !rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : take(bytes)) value = value << 8 | byte;
    return value;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
  std::uint32_t half() { return static_cast<std::uint32_t>(number(2)); }
  std::uint32_t word() { return static_cast<std::uint32_t>(number(4)); }

  std::string_view string() {
    const auto end = std::find(rest_.begin(), rest_.end(), std::uint8_t{0});
    if (end == rest_.end()) return fail(), std::string_view();
    const auto length = static_cast<std::size_t>(end - rest_.begin());
    const auto bytes = take(length + 1);
    return {reinterpret_cast<const char*>(bytes.data()), length};
  }

  /// The next `count` bytes, all or none.
  std::span<const std::uint8_t> take(std::uint64_t count) {
    if (count > rest_.size()) return fail(), std::span<const std::uint8_t>();
    const auto taken = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

 private:
  void fail() {
    failed_ = true;
    rest_ = {};
  }

  std::span<const std::uint8_t> rest_;
  bool failed_ = false;
};

}  // namespace flybar::lanai
