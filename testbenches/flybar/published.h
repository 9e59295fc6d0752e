/// The published numbers (traces/published/published.csv), compiled into the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flybar::program {

struct Published {
  std::string id;
  std::string system;
  std::string quantity;
  std::string conditions;
  std::string text;             ///< the value as printed
  std::optional<double> value;  ///< nothing if it is no single number
  std::string unit;
  std::string role;  ///< "calibration", "parameter", "configuration"
  /// What the model said before it knew this number, and its error as noted then; nothing if it
  /// was not asked.
  std::optional<double> blind_model = {};
  std::optional<double> blind_error_percent = {};
};

/// In the order of the file.
const std::vector<Published>& published();
/// Null if there is none with this id.
const Published* find_published(std::string_view id);

/// Reads such a table. Throws ConfigurationError naming the line if a row has not as many cells as
/// the first.
std::vector<Published> parse_published(std::string_view csv, const std::string& file);

}  // namespace flybar::program
