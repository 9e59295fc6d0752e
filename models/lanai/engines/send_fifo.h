/// The words between send DMA and link.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace flybar::lanai {

/// Kept in one piece, so that many words move at once. A word may lack its leading bytes, and it
/// may end a packet.
class SendFifo {
 public:
  static constexpr std::uint32_t kWords = 64;

  /// `size` counts the words.
  explicit SendFifo(std::uint32_t& size) : size_(size) {}

  struct Word {
    std::span<const std::uint8_t> bytes;
    bool tail;
  };

  std::uint32_t size() const { return size_; }
  /// Whether all words are whole.
  bool whole() const { return (skip_one_ | skip_two_) == 0; }
  bool has_tail() const { return tails_ != 0; }
  /// Words up to the first that ends a packet. Precondition: has_tail().
  int to_tail() const { return std::countr_zero(tails_) + 1; }
  /// Whole words before the first that is not. Precondition: not whole().
  int before_partial() const { return std::countr_zero(skip_one_ | skip_two_); }

  /// Behind all others. At most half of kWords may be in it at a time.
  [[gnu::always_inline]] void push(std::span<const std::uint8_t> words) {
    const auto count = static_cast<std::uint32_t>(words.size() / 4);
    if (begin_ + size_ + count > kWords) to_front();
    std::memcpy(&bytes_[(begin_ + size_) * 4], words.data(), words.size());
    size_ += count;
  }
  /// Of the last word, so many leading bytes do not leave.
  void skip(std::uint32_t count) {
    if (count & 1) skip_one_ |= last();
    if (count & 2) skip_two_ |= last();
  }
  /// The last word ends a packet.
  void end_packet() { tails_ |= last(); }

  /// A word with the bytes of it that do not leave.
  struct Whole {
    std::span<const std::uint8_t> bytes;
    std::uint32_t skip;
    bool tail;
  };
  /// Word `n`, counted from the first. Valid until the next push().
  Whole at(std::uint32_t n) const {
    const auto skip = static_cast<std::uint32_t>((skip_one_ >> n & 1) + 2 * (skip_two_ >> n & 1));
    return {{&bytes_[(begin_ + n) * 4], 4}, skip, (tails_ >> n & 1) != 0};
  }

  /// The first word. Valid until the next push().
  Word pop() {
    const auto skip = static_cast<std::uint32_t>((skip_one_ & 1) + 2 * (skip_two_ & 1));
    const Word word{{&bytes_[begin_ * 4 + skip], 4u - skip}, (tails_ & 1) != 0};
    drop(1);
    return word;
  }
  /// The first words, which are whole. Valid until the next push().
  std::span<const std::uint8_t> pop(std::uint32_t words) {
    const std::uint8_t* first = &bytes_[begin_ * 4];
    drop(words);
    return {first, words * 4};
  }
  void clear() {
    size_ = 0;
    skip_one_ = skip_two_ = tails_ = 0;
  }

 private:
  std::uint64_t last() const { return std::uint64_t{1} << (size_ - 1); }
  void drop(std::uint32_t words) {
    begin_ += words, size_ -= words;
    skip_one_ >>= words, skip_two_ >>= words, tails_ >>= words;
  }
  void to_front() {
    std::memmove(bytes_.data(), &bytes_[begin_ * 4], size_ * 4);
    begin_ = 0;
  }

  std::array<std::uint8_t, kWords * 4> bytes_;
  std::uint32_t begin_ = 0;
  std::uint32_t& size_;
  // A bit for each word from the first on.
  std::uint64_t skip_one_ = 0, skip_two_ = 0;  ///< bytes of it
  std::uint64_t tails_ = 0;
};

}  // namespace flybar::lanai
