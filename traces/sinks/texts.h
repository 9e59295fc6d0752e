/// Texts kept once, known by a number.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace flybar {

class Texts {
 public:
  /// The number of this text; numbers count from 0 in the order of first use.
  std::uint32_t number(std::string_view text) {
    Recent& recent = recent_[(reinterpret_cast<std::uintptr_t>(text.data()) >> 3) % recent_.size()];
    if (recent.text == text && !recent.text.empty()) return recent.number;
    const std::uint32_t known = find(text);
    recent = {texts_[known], known};
    return known;
  }

  std::string_view text(std::uint32_t number) const { return texts_[number]; }

 private:
  /// Labels are mostly literals: the same address is the same text again.
  struct Recent {
    std::string_view text;
    std::uint32_t number = 0;
  };

  std::uint32_t find(std::string_view text) {
    if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
    texts_.emplace_back(text);
    const auto number = static_cast<std::uint32_t>(texts_.size() - 1);
    numbers_.emplace(texts_.back(), number);
    return number;
  }

  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::array<Recent, 64> recent_;
};

}  // namespace flybar
