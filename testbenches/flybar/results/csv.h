/// Comma-separated values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flybar::program {

using CsvRow = std::vector<std::string>;

/// The cells of one line. A quoted cell may hold commas; no cell holds a newline.
CsvRow csv_cells(std::string_view line);
/// Every line.
/// The first line, from 1, in which a quote begins and does not end; 0 if there is none.
std::size_t line_of_open_quote(std::string_view text);
std::vector<CsvRow> csv_rows(std::string_view text);
/// One line, quoted where needed; newlines in cells become spaces.
std::string csv_line(const CsvRow& cells);

}  // namespace flybar::program
