/// Lines of scenarios: a keyword and its fields, each KEY=VALUE. What is written and what is read
/// is said once, in describe(fields, it) of each kind of line.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/fault.h"
#include "models/common/units.h"
#include "testbenches/experiments/workload/words.h"

namespace flybar::lockstep {

constexpr const char* kAdvice = "write it as the test that prints it does";

template <class T>
using Choices = std::initializer_list<std::pair<const char*, T>>;

class Writer {
 public:
  explicit Writer(std::string line) : line_(std::move(line)) {}

  void word(const char* key, const std::string& value) {
    line_.append(" ").append(key).append("=").append(value);
  }
  void number(const char* key, std::integral auto value) { word(key, std::to_string(value)); }
  void time(const char* key, Time value) { number(key, value.ps()); }
  template <class T>
  void choice(const char* key, T value, Choices<T> choices) {
    const auto it = std::find_if(choices.begin(), choices.end(),
                                 [&](const auto& one) { return one.second == value; });
    word(key, it->first);
  }
  std::string line() const { return line_ + "\n"; }

 private:
  std::string line_;
};

template <class T>
std::string line_of(const char* keyword, T it) {
  Writer writer(keyword);
  describe(writer, it);
  return writer.line();
}

/// The fields of one line, which must all be there, and no others.
class Reader {
 public:
  Reader(std::string where, std::string_view line) : where_(std::move(where)) {
    while (!line.empty()) {
      const std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(word.size() + 1, line.size()));
      const std::size_t equal = word.find('=');
      if (equal == word.npos) refuse(experiments::quoted(word), "KEY=VALUE");
      values_.emplace_back(word.substr(0, equal), word.substr(equal + 1));
    }
  }

  void word(const char* key, std::string& value) { value = take(key); }
  template <std::integral T>
  void number(const char* key, T& value) {
    const std::string text = take(key);
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || stop != text.data() + text.size())
      refuse(std::string(key) + "=" + text, "a whole number that fits there");
  }
  void time(const char* key, Time& value) {
    std::int64_t ps = 0;
    number(key, ps);
    value = Time::ps(ps);
  }
  template <class T>
  void choice(const char* key, T& value, Choices<T> choices) {
    const std::string text = take(key);
    std::string allowed;
    for (const auto& [name, meaning] : choices) {
      if (text == name) {
        value = meaning;
        return;
      }
      allowed.append(allowed.empty() ? "" : ", ").append(name);
    }
    refuse(std::string(key) + "=" + text, allowed);
  }
  /// After the last field.
  void finish() const {
    if (!values_.empty()) refuse(values_.front().first, "only" + known_ + ", each once");
  }

 private:
  std::string take(const char* key) {
    known_.append(" ").append(key);
    const auto it = std::find_if(values_.begin(), values_.end(),
                                 [&](const auto& pair) { return pair.first == key; });
    if (it == values_.end()) refuse("no " + std::string(key), std::string(key) + "=VALUE");
    std::string value = it->second;
    values_.erase(it);
    return value;
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError({{where_, found, allowed, kAdvice}});
  }

  const std::string where_;
  std::vector<std::pair<std::string, std::string>> values_;
  std::string known_;
};

template <class T>
T read_line(const std::string& where, std::string_view line) {
  Reader reader(where, line);
  T it;
  describe(reader, it);
  reader.finish();
  return it;
}

struct Line {
  std::string where;  ///< FILE:NUMBER
  std::string_view keyword;
  std::string_view rest;

  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError({{where, found, allowed, kAdvice}});
  }
  template <class T>
  T read() const {
    return read_line<T>(where, rest);
  }
  /// The key and the value of a line "set KEY=VALUE".
  std::pair<std::string, std::string> setting() const {
    const std::size_t equal = rest.find('=');
    if (equal == rest.npos) refuse("a setting without =", "KEY=VALUE");
    return {std::string(rest.substr(0, equal)), std::string(rest.substr(equal + 1))};
  }
};

/// Calls `take` with each line that is neither empty nor a comment.
template <class Take>
void for_each_line(const std::string& file, std::string_view text, Take take) {
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const std::string_view keyword = line.substr(0, line.find(' '));
    take(Line{file + ":" + std::to_string(number), keyword,
              line.substr(std::min(keyword.size() + 1, line.size()))});
  }
}

}  // namespace flybar::lockstep
