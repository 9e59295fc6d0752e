#include "testbenches/flybar/plan/expression_value.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "models/common/fault.h"

namespace flybar::program {
namespace {

struct Unit {
  std::string_view name;
  double scale;
  Dimension dimension;
};

/// Of two that begin alike the longer one stands first.
constexpr Unit kUnits[] = {
    {"MB/s", 1e-6, {1, -1, 0, 0}},
    {"Gb/s", 1.0 / 8000, {1, -1, 0, 0}},
    {"MB", 1024 * 1024, {1}},
    {"KB", 1024, {1}},
    {"B", 1, {1}},
    {"ms", 1e9, {0, 1}},
    {"us", 1e6, {0, 1}},
    {"\u00b5s", 1e6, {0, 1}},
    {"\u03bcs", 1e6, {0, 1}},
    {"ns", 1e3, {0, 1}},
    {"ps", 1, {0, 1}},
    {"s", 1e12, {0, 1}},
    {"GHz", 1e-3, {0, -1, 1, 0}},
    {"MHz", 1e-6, {0, -1, 1, 0}},
    {"kHz", 1e-9, {0, -1, 1, 0}},
    {"cycles", 1, {0, 0, 1}},
    {"cycle", 1, {0, 0, 1}},
    {"m", 1, {0, 0, 0, 1}},
    {"%", 0.01, {}},
};

constexpr double kEqual = 1e-9;

const Unit* unit_before(std::string_view text) {
  for (const Unit& unit : kUnits) {
    if (!text.starts_with(unit.name)) continue;
    const std::string_view rest = text.substr(unit.name.size());
    if (unit.name == "%" || rest.empty() || !is_word(rest.front())) return &unit;
  }
  return nullptr;
}

std::string kind_of(const Value& value) {
  if (std::holds_alternative<bool>(value)) return "a condition";
  if (const auto* text = std::get_if<std::string>(&value))
    return fmt::format("the text \"{}\"", *text);
  constexpr const char* kNames[] = {"B", "s", "cycles", "m"};
  const Dimension& dimension = std::get<Number>(value).dimension;
  std::string units;
  for (std::size_t i = 0; i < dimension.size(); ++i)
    if (dimension[i] != 0)
      units += fmt::format("{}{}{}", units.empty() ? "" : " ", kNames[i],
                           dimension[i] == 1 ? "" : fmt::format("^{}", dimension[i]));
  return units.empty() ? "a plain number" : fmt::format("a quantity in {}", units);
}

}  // namespace

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

std::optional<Number> take_number(std::string_view& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const std::string_view rest = without_spaces(text);
  const Unit* unit = unit_before(rest);
  if (!unit) return Number{number, {}};
  text = rest.substr(unit->name.size());
  return Number{number * unit->scale, unit->dimension};
}

Value value_of_text(const std::string& text) {
  std::string_view rest = text;
  const auto number = take_number(rest);
  if (number && without_spaces(rest).empty()) return *number;
  return text;
}

std::optional<double> magnitude_in(const std::string& text, const std::string& unit) {
  const Value value = value_of_text(text), one = value_of_text("1 " + unit);
  const auto* number = std::get_if<Number>(&value);
  const auto* whole = std::get_if<Number>(&one);
  if (!number || !whole || number->dimension != whole->dimension) return std::nullopt;
  return number->value / whole->value;
}

void Rules::refuse(const std::string& found) const {
  throw ConfigurationError(
      {Fault{where_, fmt::format("\"{}\": {}", text_, found),
             "a condition on parameters, with < <= > >= == != and or not + - * / ( ) min max",
             "write for example \"mcp.send_threshold <= 2 * payload\", and a text in quotes: "
             "mcp.mode == 'static'"}});
}

bool Rules::truth(const Value& value) const {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  refuse(kind_of(value) + " stands where a condition is wanted");
}

std::pair<Number, Number> Rules::alike(const Value& a, const Value& b) const {
  const auto* x = std::get_if<Number>(&a);
  const auto* y = std::get_if<Number>(&b);
  if (x && y && x->dimension == y->dimension) return {*x, *y};
  refuse(fmt::format("{} and {} do not go together", kind_of(a), kind_of(b)));
}

Value Rules::multiply(const Value& a, int power, const Value& b) const {
  const auto* x = std::get_if<Number>(&a);
  const auto* y = std::get_if<Number>(&b);
  if (!x || !y) refuse(fmt::format("{} is no number", kind_of(x ? b : a)));
  if (power < 0 && y->value == 0) refuse("divides by zero");
  Number result{power > 0 ? x->value * y->value : x->value / y->value, x->dimension};
  for (std::size_t i = 0; i < result.dimension.size(); ++i)
    result.dimension[i] += power * y->dimension[i];
  return result;
}

bool Rules::compare(const Value& a, const std::string& symbol, const Value& b) const {
  const auto* text = std::get_if<std::string>(&a);
  const auto* other = std::get_if<std::string>(&b);
  if (text && other && (symbol == "==" || symbol == "!="))
    return (*text == *other) == (symbol == "==");
  const auto [x, y] = alike(a, b);
  const bool equal =
      std::abs(x.value - y.value) <= kEqual * std::max(std::abs(x.value), std::abs(y.value));
  if (symbol == "==") return equal;
  if (symbol == "!=") return !equal;
  if (equal) return symbol.size() == 2;
  return (x.value < y.value) == (symbol.front() == '<');
}

}  // namespace flybar::program
