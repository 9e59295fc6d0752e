/// The values that a sweep gives to one key.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/common/fault.h"

namespace flybar::program {

struct Vary {
  std::string key;
  std::vector<std::string> values;
  std::string where{};    ///< the option, or the line of a plan
  std::string zip{};      ///< neighbours of the same name, if it is not empty, step together
  bool computed = false;  ///< values between the ends are to be rounded to what the key allows
};

/// "key=a,b,c" or "key=lo..hi:step", where lo, hi and step carry the same kind of unit; a step of
/// "x2" doubles, and "log9" makes nine values in equal ratios. Several of them with ';' between
/// step together. Throws ConfigurationError; `where` names the option or the line.
std::vector<Vary> parse_vary(const std::string& text, const std::string& where);

/// One such text after the '=', for this key.
Vary parse_axis(const std::string& key, const std::string& text, const std::string& where);

/// Rounds computed values; `nearest` gives the value of a key that is allowed and nearest.
void round_computed(Vary& axis,
                    const std::function<std::string(const std::string& value)>& nearest);

/// Throws ConfigurationError if a value stands there twice.
void refuse_repetition(const std::vector<std::string>& values, const std::string& where);

}  // namespace flybar::program
