#include "testbenches/flybar/terminal/shell_words.h"

#include <string_view>

namespace flybar::program {
namespace {

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+%@";

}  // namespace

std::string for_shell(const std::string& word) {
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string quoted = "'";
  for (const char c : word) (c == '\'') ? quoted.append("'\\''") : quoted += c;
  return quoted + "'";
}

std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\'')
      quoted = !quoted;
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c == '\\' && !quoted && i + 1 < command.size() ? command[++i] : c;
  }
  words.erase(words.begin());
  return words;
}

}  // namespace flybar::program
