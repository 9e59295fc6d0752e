#include "models/rtl/board/link_in.h"

namespace flybar::rtl {

void LinkIn::push(Time first_byte, std::span<const std::uint8_t> bytes, bool tail) {
  Time end = first_byte;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    end += byte_time_;
    data_ |= std::uint32_t{bytes[i]} << (24 - 8 * partial_);
    const bool last = tail && i + 1 == bytes.size();
    if (++partial_ < 4 && !last) continue;
    words_.push_back({end, data_, static_cast<std::uint8_t>(partial_), last});
    partial_ = data_ = 0;
  }
}

void LinkIn::arrive(Time t, Inputs& in) {
  in.link_in_count = 0;
  while (waiting_ < words_.size() && words_[waiting_].ready <= t) {
    const Word& word = words_[waiting_++];
    in.link_in[in.link_in_count++] = arrived_word(word.data, word.bytes, word.tail);
  }
}

bool LinkIn::stored() {
  if (ended_) packet_.clear();
  const Word word = words_.front();
  words_.pop_front();
  --waiting_;
  for (std::uint32_t i = 0; i < word.bytes; ++i)
    packet_.push_back(static_cast<std::uint8_t>(word.data >> (24 - 8 * i)));
  return ended_ = word.tail;
}

void LinkIn::clear() {
  words_.clear();
  packet_.clear();
  waiting_ = partial_ = data_ = 0;
  ended_ = false;
}

}  // namespace flybar::rtl
