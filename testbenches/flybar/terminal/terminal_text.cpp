#include "testbenches/flybar/terminal/terminal_text.h"

#include <sstream>

#include <algorithm>

#include <fmt/format.h>

namespace flybar::program {
namespace {

constexpr std::size_t kLongestWord = 200;
constexpr std::size_t kShownOfWord = 60;

/// How many bytes the character at the front has, 0 if it is none of UTF-8.
std::size_t length_of(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  return length;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n') || byte == 0x7f;
}

std::string escaped_bytes(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::size_t length = length_of(text);
    // U+0080 .. U+009F are controls, too.
    const bool c1 = length == 2 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) < 0xa0;
    if (length == 0 || c1 || is_control(text.front())) {
      all += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    } else {
      all += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return all;
}

}  // namespace

std::string for_terminal(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (word.size() > kLongestWord)
      all += escaped_bytes(word.substr(0, kShownOfWord)) +
             fmt::format("... ({} characters)", word.size()) +
             escaped_bytes(word.substr(word.find_last_not_of(";:,") + 1));
    else
      all += escaped_bytes(word);
    if (end < text.size()) all += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string all, line, word;
  while (words >> word) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      all += line + "\n";
      line = std::string(indent, ' ') + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return all + line + "\n";
}

}  // namespace flybar::program
