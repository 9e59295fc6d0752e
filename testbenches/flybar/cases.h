/// Which experiment answers to which published number.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/request.h"

namespace flybar::program {

/// What is taken from the points of a case.
enum class Pick {
  kValue,   ///< the result of its only point
  kLeast,   ///< the least result of all points
  kBestAt,  ///< the value of the varied key at which the result is least
};

struct Case {
  std::string id;  ///< of the published number
  std::string experiment;
  std::string platform;
  std::vector<std::string> settings;
  std::string result;  ///< its name among the results of the experiment
  Pick pick = Pick::kValue;
  std::vector<std::string> keys{};  ///< of a case with several points: these get the same value
  std::string values{};             ///< as in `flybar sweep --vary`
  double per = 1;                   ///< the published number is the result divided by this
};

/// Every case, in the order of the published table.
const std::vector<Case>& cases();
/// Null if no experiment covers this number.
const Case* find_case(const std::string& id);

/// The runs of a case. Throws ConfigurationError.
std::vector<RunRequest> runs_of(const Case& wanted);
/// The values of a case with several points, one for each run.
std::vector<std::string> values_of(const Case& wanted);

}  // namespace flybar::program
