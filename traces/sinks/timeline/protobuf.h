/// Just enough of the protocol buffer wire format to write messages.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace flybar {

/// Fields one after the other in a buffer that grows. A message within a message is put between
/// open() and close().
class ProtoBuffer {
 public:
  void clear() { size_ = 0; }
  std::span<const std::uint8_t> data() const { return {bytes_.data(), size_}; }

  void number(unsigned field, std::uint64_t value) {
    make_room(kMostVarint * 2);
    varint(field << 3);
    varint(value);
  }

  void fixed64(unsigned field, std::uint64_t value) {
    make_room(kMostVarint + sizeof value);
    varint(field << 3 | 1);
    for (unsigned shift = 0; shift < 64; shift += 8) {
      bytes_[size_++] = static_cast<std::uint8_t>(value >> shift);
    }
  }

  void text(unsigned field, std::string_view content) {
    make_room(kMostVarint * 2 + content.size());
    varint(field << 3 | 2);
    varint(content.size());
    std::memcpy(&bytes_[size_], content.data(), content.size());
    size_ += content.size();
  }

  /// Where the inner message begins, for close().
  std::size_t open(unsigned field) {
    make_room(kMostVarint * 2);
    varint(field << 3 | 2);
    return ++size_;  // its length mostly takes one byte
  }

  void close(std::size_t begin) {
    const std::size_t length = size_ - begin;
    std::size_t wide = 1;
    for (std::size_t rest = length >> 7; rest > 0; rest >>= 7) ++wide;
    if (wide > 1) {
      make_room(kMostVarint);
      std::memmove(&bytes_[begin + wide - 1], &bytes_[begin], length);
    }
    size_ = begin - 1;
    varint(length);
    size_ += length;
  }

 private:
  static constexpr std::size_t kMostVarint = 10;

  void make_room(std::size_t more) {
    if (bytes_.size() < size_ + more) bytes_.resize(2 * (size_ + more));
  }

  void varint(std::uint64_t value) {
    std::uint8_t* to = &bytes_[size_];
    for (; value >= 0x80; value >>= 7) *to++ = static_cast<std::uint8_t>(value | 0x80);
    *to++ = static_cast<std::uint8_t>(value);
    size_ = static_cast<std::size_t>(to - bytes_.data());
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
};

}  // namespace flybar
