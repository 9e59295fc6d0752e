/// Just enough of the protocol buffer wire format to write messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flybar {

/// One message, field after field. Reuse it with clear() where many are written.
class Message {
 public:
  void clear() { data_.clear(); }
  std::string_view data() const { return data_; }

  void number(unsigned field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
  }

  void fixed64(unsigned field, std::uint64_t value) {
    varint(field << 3 | 1);
    for (int i = 0; i < 8; ++i) data_ += static_cast<char>(value >> (8 * i));
  }

  void bytes(unsigned field, std::string_view content) {
    varint(field << 3 | 2);
    varint(content.size());
    data_ += content;
  }

  void message(unsigned field, const Message& inner) { bytes(field, inner.data_); }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) data_ += static_cast<char>(value | 0x80);
    data_ += static_cast<char>(value);
  }

  std::string data_;
};

}  // namespace flybar
