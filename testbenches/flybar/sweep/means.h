/// Mean and interval of each result over the replicates of a point.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/results/sample.h"
#include "testbenches/flybar/sweep/result_set.h"

namespace flybar::program {

struct Mean {
  const MeasuredPoint* point;
  const MeasuredResult* result;
  Sample sample;
};

/// Of all points in their order.
std::vector<Mean> means_of(const ResultSet& set);
/// Some point has been run with several seeds.
bool has_replicates(const ResultSet& set);

/// A row for each point and result: what varies but seeds, "result", "unit", "replicates", "mean",
/// "low" and "high", the ends of the interval of 95 %, which a single value has not.
std::string means_csv(const ResultSet& set);
/// The same for people.
std::string means_text(const ResultSet& set);

}  // namespace flybar::program
