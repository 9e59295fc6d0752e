/// The arguments of one message: words that come out in the order in which they went in.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/common/error.h"
#include "models/layouts/generated/message_layout.hpp"

namespace flybar::gmsnet {

class Arguments {
 public:
  Arguments() = default;
  /// At most layout::kMaxArguments words.
  explicit Arguments(std::span<const std::uint32_t> words) {
    for (const std::uint32_t word : words) push(word);
  }

  void push(std::uint32_t word) {
    if (size_ == words_.size()) {
      throw SimulationError("gmsnet message", "one argument more than it holds",
                            "29 words of argument", "send the rest as payload");
    }
    words_[size_++] = word;
  }
  std::uint32_t pop() {
    if (next_ == size_) {
      throw SimulationError("gmsnet message", "an argument that was not sent is taken",
                            "as many as the sender pushed",
                            "compare the service with those who call it");
    }
    return words_[next_++];
  }
  std::span<const std::uint32_t> words() const { return {words_.data(), size_}; }

 private:
  std::array<std::uint32_t, layout::kMaxArguments> words_{};
  std::size_t size_ = 0;
  std::size_t next_ = 0;
};

}  // namespace flybar::gmsnet
