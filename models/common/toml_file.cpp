#include "models/common/toml_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "models/common/input_file.h"

namespace flybar {
namespace {

/// A platform has about 3 KB.
constexpr std::size_t kMostBytes = 64 * 1024;
constexpr std::size_t kDeepest = 16;
/// Brackets, braces and dots in one line. The library nests brackets 256 deep at most but a dotted
/// key as deep as it is long, and walks what it has read recursively.
constexpr std::size_t kMostMarks = 32;

[[noreturn]] void refuse(std::string where, std::string found, std::string allowed,
                         std::string advice) {
  throw ConfigurationError(
      {Fault{std::move(where), std::move(found), std::move(allowed), std::move(advice)}});
}

std::string place(std::string_view file, const toml::source_region& source) {
  return std::string(file) + ":" + std::to_string(source.begin.line);
}

/// Nothing for a kind of value that has no meaning here.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (!node.is_integer() && !node.is_floating_point() && !node.is_boolean()) return std::nullopt;
  std::ostringstream out;
  if (const auto* number = node.as_integer()) out << number->get();
  if (const auto* number = node.as_floating_point()) out << number->get();
  if (const auto* truth = node.as_boolean()) out << (truth->get() ? "true" : "false");
  return out.str();
}

/// Walks the tables and collects values and faults.
class Flattener {
 public:
  Flattener(std::string_view file, ArraysOfTables tables) : file_(file), tables_(tables) {}

  void walk(const toml::table& table, const std::string& prefix, std::size_t depth) {
    for (const auto& [name, node] : table) {
      const std::string key =
          prefix.empty() ? std::string(name.str()) : prefix + "." + std::string(name.str());
      if (depth > kDeepest)
        fault(key, node, "nests tables too deeply");
      else if (const toml::table* inner = node.as_table())
        walk(*inner, key, depth + 1);
      else if (const toml::array* array = node.as_array(); array && is_of_tables(*array))
        walk(*array, key, depth + 1);
      else
        add(key, node);
    }
  }

  std::vector<TomlValue> take() {
    if (!faults_.empty()) throw ConfigurationError(std::move(faults_));
    std::stable_sort(values_.begin(), values_.end(),
                     [](const TomlValue& a, const TomlValue& b) { return a.line < b.line; });
    return std::move(values_);
  }

 private:
  bool is_of_tables(const toml::array& array) const {
    return tables_ == ArraysOfTables::kWanted && !array.empty() &&
           array.is_homogeneous(toml::node_type::table);
  }

  void walk(const toml::array& tables, const std::string& key, std::size_t depth) {
    for (std::size_t n = 0; n < tables.size(); ++n)
      walk(*tables[n].as_table(), key + "." + std::to_string(n), depth);
  }

  void add(const std::string& key, const toml::node& node) {
    TomlValue value{key, {}, node.is_array(), static_cast<int>(node.source().begin.line)};
    if (const toml::array* array = node.as_array()) {
      for (const toml::node& element : *array) append(value, element);
    } else {
      append(value, node);
    }
    values_.push_back(std::move(value));
  }

  void append(TomlValue& value, const toml::node& node) {
    if (auto text = text_of(node)) {
      value.texts.push_back(std::move(*text));
      value.lines.push_back(static_cast<int>(node.source().begin.line));
    } else {
      fault(value.key, node, "is neither text nor a number");
    }
  }

  void fault(const std::string& key, const toml::node& node, const std::string& found) {
    faults_.push_back({place(file_, node.source()) + ": " + key, found,
                       "text with a unit, or a plain count",
                       "write for example " + key.substr(key.rfind('.') + 1) + " = \"30 ns\""});
  }

  std::string_view file_;
  const ArraysOfTables tables_;
  std::vector<TomlValue> values_;
  std::vector<Fault> faults_;
};

/// Whether the reader is in a comment, or within quotes, where any character may stand.
class Quotes {
 public:
  void take(char c) {
    if (c == '\n') {
      comment_ = escaped_ = false;
      if (quote_ != 0 && !long_) quote_ = 0;  // unfinished: the library will say so
      count_ = 0;
      return;
    }
    if (comment_) return;
    if (std::exchange(escaped_, false)) return void(count_ = 0);
    if (quote_ == '"' && c == '\\') escaped_ = true;
    if (quote_ == 0 && c == '#') comment_ = true;
    count_ = c == last_ && (c == '"' || c == '\'') ? count_ + 1 : 1;
    last_ = c;
    if (c != '"' && c != '\'') return;
    if (quote_ == 0)
      quote_ = c, long_ = count_ >= 3;
    else if (quote_ == c && (!long_ || count_ >= 3))
      quote_ = 0;
  }
  bool any_character() const { return comment_ || quote_ != 0; }

 private:
  char quote_ = 0;
  char last_ = 0;
  int count_ = 0;
  bool long_ = false;
  bool comment_ = false;
  bool escaped_ = false;
};

void check_lines(std::string_view text, std::string_view file) {
  std::size_t line = 1;
  std::size_t marks = 0;
  Quotes quotes;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      marks = 0;
    }
    quotes.take(c);
    // The library has undefined behaviour for some other characters in keys.
    if (static_cast<unsigned char>(c) > 127 && !quotes.any_character())
      refuse(std::string(file) + ":" + std::to_string(line),
             "has a character that is not ASCII, outside of quotes and comments",
             "ASCII in keys, UTF-8 in quotes and comments", "write names without accents");
    marks += c == '[' || c == '{' || c == '.';
    if (marks > kMostMarks)
      refuse(std::string(file) + ":" + std::to_string(line), "has too many brackets and dots",
             std::to_string(kMostMarks) + " of them in a line",
             "write sections of key = \"value\" lines, and long lists in several lines");
  }
}

}  // namespace

std::vector<TomlValue> parse_toml(std::string_view text, std::string_view file,
                                  ArraysOfTables tables) {
  if (text.size() > kMostBytes)
    refuse(std::string(file), "is larger than 64 KB", "a settings file of at most 64 KB",
           "check that this is the file you meant");
  check_lines(text, file);
  try {
    const toml::table table = toml::parse(text, file);
    Flattener flat(file, tables);
    flat.walk(table, "", 1);
    return flat.take();
  } catch (const toml::parse_error& error) {
    refuse(place(file, error.source()), std::string(error.description()), "TOML 1.0",
           "correct this line");
  }
}

std::string read_toml_text(const std::string& file) {
  auto text = read_input(file, kMostBytes + 1);
  if (!text) refuse(file, "cannot be read", "a readable TOML file", "check the path");
  return std::move(*text);
}

}  // namespace flybar
