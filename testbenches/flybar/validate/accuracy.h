/// The comparison of the model with the published numbers, and how it is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/flybar/results/published.h"

namespace flybar::program {

/// One published number.
struct Comparison {
  const Published* published;
  std::string standing;  ///< "fitted", "predicted", "parameter", "not run", "not covered", "failed"
  std::optional<double> model;  ///< nothing if it was not measured
  std::string reason;           ///< of a failure, or of a number that no experiment covers
  std::optional<double> error_percent() const;
};

/// The largest error first, then what failed, then what no experiment covers.
void sort_by_error(std::vector<Comparison>& comparisons);

/// The median error and the worst of those that were predicted, of those that were fitted, and of
/// the components' parameters, each in a line; and how many numbers no experiment covers.
std::string accuracy_summary(const std::vector<Comparison>& comparisons);

/// For people; numbers that no experiment covers are counted, not listed.
std::string accuracy_text(const std::vector<Comparison>& comparisons);
/// {"numbers": [{"id", "quantity", "unit", "role", "standing", "published", "model", ...}]}
std::string accuracy_json(const std::vector<Comparison>& comparisons);
/// The page docs/accuracy.md.
std::string accuracy_page(const std::vector<Comparison>& comparisons);

}  // namespace flybar::program
