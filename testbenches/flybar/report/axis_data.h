/// Texts of one column as numbers of one unit, where they are quantities of one kind.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flybar::program {

struct Magnitudes {
  std::string unit;             ///< "B", "us", "MB/s", "MHz", "cycles", "m", "%", or none
  std::vector<double> numbers;  ///< in that unit
};

/// Nothing if a text is a word, or if they are of several kinds.
std::optional<Magnitudes> magnitudes(const std::vector<std::string>& texts);

}  // namespace flybar::program
