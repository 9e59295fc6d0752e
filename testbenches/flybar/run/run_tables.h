/// Results and tables of a run as text.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/run/published_beside.h"

namespace flybar::program {

/// Columns of what a run shows.
inline constexpr std::size_t kRunWidth = 100;

/// A line for each result, beside it the published numbers of the same quantity.
std::string numbers_text(const std::vector<experiments::Result>& results,
                         const PublishedBeside& published);

/// Under its name, which has a line of its own, the rows that the table shows to people.
std::string whole_text(const experiments::Table& table);

/// Its name is the title of the rows; without columns that are all 0, and as wide as there is room.
std::string brief_text(const experiments::Table& table);

/// Null if there is none of this name.
const experiments::Table* find_table(const experiments::Results& results, const std::string& name);

}  // namespace flybar::program
