/// Values in conditions: numbers with units, texts, truth.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace flybar::program {

/// Exponents of byte, picosecond, cycle and metre.
using Dimension = std::array<int, 4>;

struct Number {
  double value = 0;
  Dimension dimension{};
};

using Value = std::variant<bool, Number, std::string>;
/// Takes a number with its unit, if it has one, from the beginning of the text.
std::optional<Number> take_number(std::string_view& text);

/// What a parameter's text means: a number with its unit if it is one.
Value value_of_text(const std::string& text);

/// It may stand in a key.
bool is_word(char c);

/// How many of the unit a text is; nothing if it is no quantity of this kind.
std::optional<double> magnitude_in(const std::string& text, const std::string& unit);

std::string_view without_spaces(std::string_view text);

/// What the operators do, and the refusal of what they cannot do, a ConfigurationError.
class Rules {
 public:
  /// Of a condition and the place where it stands.
  Rules(std::string text, std::string where) : text_(std::move(text)), where_(std::move(where)) {}

  [[noreturn]] void refuse(const std::string& found) const;
  bool truth(const Value& value) const;
  /// Two numbers of the same dimension.
  std::pair<Number, Number> alike(const Value& a, const Value& b) const;
  /// a * b, or a / b for the power -1.
  Value multiply(const Value& a, int power, const Value& b) const;
  bool compare(const Value& a, const std::string& symbol, const Value& b) const;

 private:
  std::string text_;
  std::string where_;
};

}  // namespace flybar::program
