/// Conditions on parameters, with units: "mcp.send_threshold <= mcp.receive_threshold",
/// "payload / link.rate < 10 us and notify == 'polling'".
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/fault.h"

namespace flybar::program {

/// A condition: or, and, not; < <= > >= == !=, also in chains (a <= b <= c); + - * / ( ) min()
/// max(). A literal is a quantity with its unit, a plain number, or a text in quotes. Units
/// multiply and divide: bytes by a rate are a time, cycles by a frequency too. Numbers that differ
/// by less than one part in 10^9 are equal.
class Expression {
 public:
  /// The text of a parameter's value. Throws ConfigurationError for a key that does not exist.
  using Lookup = std::function<std::string(const std::string& key)>;

  /// Throws ConfigurationError naming `where` if the text is no condition.
  Expression(std::string text, std::string where);

  const std::string& text() const { return text_; }
  const std::string& where() const { return where_; }
  /// The keys in it, each once.
  const std::vector<std::string>& keys() const { return keys_; }
  /// Throws ConfigurationError if the units do not fit.
  bool holds(const Lookup& value_of) const;

 private:
  std::string text_;
  std::string where_;
  std::vector<std::string> keys_;
  std::function<bool(const Lookup&)> holds_;
};

}  // namespace flybar::program
