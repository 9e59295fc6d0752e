/// The published numbers (traces/published/published.csv), compiled into the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flybar::program {

/// What is taken from the runs of a measurement.
enum class Taken {
  kValue,       ///< the result of its only run
  kLeast,       ///< the least result of all values of the varied parameters
  kWhereLeast,  ///< the value of the first varied parameter at which the result is least, in bytes
};

/// How the model measures a published number.
struct Measurement {
  std::string experiment;
  std::string platform;
  std::vector<std::string> settings;  ///< "key=value": the published conditions
  std::string vary;  ///< as of `flybar sweep --vary`, in place of settings; or empty
  Taken taken = Taken::kValue;
  std::string result;    ///< its name among the results of the experiment
  double divisor = 1;    ///< the published number is the result divided by this
  bool is_long = false;  ///< minutes: only run if asked for
};

struct Published {
  std::string id;
  std::string system;
  std::string quantity;
  std::string conditions;
  std::string text;             ///< the value as printed
  std::optional<double> value;  ///< nothing if it is no single number
  std::string unit;
  std::string role;  ///< "calibration", "bound", "parameter", "configuration"
  /// What the model said before it knew this number, and its error as noted then; nothing if it
  /// was not asked.
  std::optional<double> blind_model = {};
  std::optional<double> blind_error_percent = {};
  std::optional<Measurement> measurement = {};  ///< nothing if no experiment measures it
};

/// In the order of the file.
const std::vector<Published>& published();
/// Null if there is none with this id.
const Published* find_published(std::string_view id);

/// Reads such a table. Throws ConfigurationError naming the line of a row that has not as many
/// cells as the first, or a cell that cannot be read.
std::vector<Published> parse_published(std::string_view csv, const std::string& file);

}  // namespace flybar::program
