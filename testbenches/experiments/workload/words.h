/// A line of a workload file in words.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flybar::experiments {

/// At single blanks; two of them give an empty word, which is never valid.
inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t blank = line.find(' ');
    words.push_back(line.substr(0, blank));
    if (blank == std::string_view::npos) return words;
    line.remove_prefix(blank + 1);
  }
}

/// A whole number from 0 to `most` without a sign, or nothing.
inline std::optional<std::int64_t> number_in(std::string_view word, std::int64_t most) {
  std::int64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  const bool whole = error == std::errc() && stop == end && word.front() != '-';
  return whole && value <= most ? std::optional(value) : std::nullopt;
}

/// For messages: short, and printable whatever it holds.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown = "\"";
  for (const char c : text.substr(0, kLongest)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace flybar::experiments
