/// The values that a sweep gives to one key.
#pragma once

#include <string>
#include <vector>

#include "models/common/fault.h"

namespace flybar::program {

struct Vary {
  std::string key;
  std::vector<std::string> values;
  std::string where{};  ///< the option, or the line of a plan
};

/// "key=a,b,c" or "key=lo..hi:step", where lo, hi and step carry the same kind of unit, and a step
/// of "x2" doubles. Throws ConfigurationError; `where` names the option or the line.
Vary parse_vary(const std::string& text, const std::string& where);

/// The values of one such text after the '='.
std::vector<std::string> parse_values(const std::string& key, const std::string& text,
                                      const std::string& where);

/// Throws ConfigurationError if a value stands there twice.
void refuse_repetition(const std::vector<std::string>& values, const std::string& where);

/// Every combination, the last key changing fastest: for each point one value for each key.
std::vector<std::vector<std::string>> combinations(const std::vector<Vary>& axes);

}  // namespace flybar::program
