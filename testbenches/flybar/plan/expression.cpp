#include "testbenches/flybar/plan/expression.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "testbenches/flybar/plan/expression_value.h"

namespace flybar::program {
namespace {

constexpr std::size_t kLongest = 1000;  ///< of a condition, so that none nests beyond the stack

using Node = std::function<Value(const Expression::Lookup&)>;

/// Recursive descent; each method takes one level of precedence and gives what computes it.
class Parser {
 public:
  Parser(std::string_view text, std::shared_ptr<const Rules> rules, std::vector<std::string>& keys)
      : rest_(text), rules_(std::move(rules)), keys_(keys) {}

  Node condition() {
    Node node = any();
    if (!next().empty()) refuse(fmt::format("\"{}\" stands behind its end", next()));
    return node;
  }

 private:
  static constexpr int kDeepest = 50;

  [[noreturn]] void refuse(const std::string& found) const { rules_->refuse(found); }

  std::string_view next() { return rest_ = without_spaces(rest_); }

  bool takes(std::string_view symbol) {
    if (!next().starts_with(symbol)) return false;
    if (is_word(symbol.back()) && rest_.size() > symbol.size() && is_word(rest_[symbol.size()]))
      return false;
    rest_.remove_prefix(symbol.size());
    return true;
  }

  Node any() {
    Node left = all_of();
    while (takes("or"))
      left = [rules = rules_, left, right = all_of()](const auto& lookup) {
        return Value(rules->truth(left(lookup)) || rules->truth(right(lookup)));
      };
    return left;
  }

  Node all_of() {
    Node left = negation();
    while (takes("and"))
      left = [rules = rules_, left, right = negation()](const auto& lookup) {
        return Value(rules->truth(left(lookup)) && rules->truth(right(lookup)));
      };
    return left;
  }

  Node negation() {
    if (!takes("not")) return comparison();
    return [rules = rules_, node = deeper(&Parser::negation)](const auto& lookup) {
      return Value(!rules->truth(node(lookup)));
    };
  }

  std::string comparison_symbol() {
    for (const char* symbol : {"<=", ">=", "==", "!=", "<", ">"})
      if (takes(symbol)) return symbol;
    return "";
  }

  Node comparison() {
    std::vector<Node> sides{sum()};
    std::vector<std::string> symbols;
    for (std::string symbol; !(symbol = comparison_symbol()).empty();) {
      symbols.push_back(symbol);
      sides.push_back(sum());
    }
    if (symbols.empty()) return sides.front();
    return [rules = rules_, sides, symbols](const auto& lookup) {
      bool all = true;
      for (std::size_t i = 0; i < symbols.size(); ++i)
        all &= rules->compare(sides[i](lookup), symbols[i], sides[i + 1](lookup));
      return Value(all);
    };
  }

  Node sum() {
    Node left = product();
    for (char sign; (sign = one_of("+-")) != 0;)
      left = [rules = rules_, left, sign, right = product()](const auto& lookup) {
        const auto [a, b] = rules->alike(left(lookup), right(lookup));
        return Value(Number{sign == '+' ? a.value + b.value : a.value - b.value, a.dimension});
      };
    return left;
  }

  Node product() {
    Node left = factor();
    for (char sign; (sign = one_of("*/")) != 0;)
      left = [rules = rules_, left, sign, right = factor()](const auto& lookup) {
        return rules->multiply(left(lookup), sign == '*' ? 1 : -1, right(lookup));
      };
    return left;
  }

  char one_of(std::string_view signs) {
    if (next().empty() || signs.find(rest_.front()) == signs.npos) return 0;
    const char sign = rest_.front();
    rest_.remove_prefix(1);
    return sign;
  }

  Node factor() {
    if (takes("(")) return closed(deeper(&Parser::any));
    for (const bool least : {true, false})
      if (takes(least ? "min(" : "max(")) return extreme(least);
    if (takes("-"))
      return [rules = rules_, node = deeper(&Parser::factor)](const auto& lookup) {
        return rules->multiply(Number{-1, {}}, 1, node(lookup));
      };
    if (next().empty()) refuse("ends too soon");
    if (rest_.front() == '"' || rest_.front() == '\'') return text();
    if (std::isdigit(static_cast<unsigned char>(rest_.front()))) return number();
    return key();
  }

  Node closed(Node node) {
    if (!takes(")")) refuse("lacks a closing bracket");
    return node;
  }

  Node extreme(bool least) {
    Node a = deeper(&Parser::any);
    if (!takes(",")) refuse("min and max take two values");
    Node b = closed(deeper(&Parser::any));
    return [rules = rules_, a, b, least](const auto& lookup) {
      const auto [x, y] = rules->alike(a(lookup), b(lookup));
      return Value((x.value < y.value) == least ? x : y);
    };
  }

  Node text() {
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == rest_.npos) refuse("has a text without its closing quote");
    Value value = value_of_text(std::string(rest_.substr(1, end - 1)));
    rest_.remove_prefix(end + 1);
    return [value](const auto&) { return value; };
  }

  Node number() {
    const auto found = take_number(rest_);
    if (!found || (!rest_.empty() && is_word(rest_.front())))
      refuse(fmt::format("\"{}\" is no unit", rest_.substr(0, rest_.find(' '))));
    return [value = *found](const auto&) { return Value(value); };
  }

  Node key() {
    std::size_t end = 0;
    while (end < rest_.size() && is_word(rest_[end])) ++end;
    if (end == 0) refuse(fmt::format("\"{}\" is no value", rest_.substr(0, 1)));
    std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (std::find(keys_.begin(), keys_.end(), name) == keys_.end()) keys_.push_back(name);
    return [name](const auto& lookup) { return value_of_text(lookup(name)); };
  }

  Node deeper(Node (Parser::*level)()) {
    if (++depth_ > kDeepest) refuse("nests too deeply");
    Node node = (this->*level)();
    --depth_;
    return node;
  }

  std::string_view rest_;
  std::shared_ptr<const Rules> rules_;
  std::vector<std::string>& keys_;
  int depth_ = 0;
};

}  // namespace

Expression::Expression(std::string text, std::string where)
    : text_(std::move(text)), where_(std::move(where)) {
  if (text_.size() > kLongest)
    throw ConfigurationError(
        {Fault{where_, fmt::format("has {} characters", text_.size()),
               fmt::format("up to {} characters", kLongest), "write several constraints"}});
  const auto rules = std::make_shared<const Rules>(text_, where_);
  holds_ = [rules, node = Parser(text_, rules, keys_).condition()](const Lookup& lookup) {
    return rules->truth(node(lookup));
  };
}

bool Expression::holds(const Lookup& value_of) const {
  return holds_(value_of);
}

}  // namespace flybar::program
