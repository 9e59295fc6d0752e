#include "testbenches/flybar/plan/points_file.h"

#include <filesystem>

#include <fmt/format.h>

#include "models/common/fault.h"
#include "models/common/input_file.h"
#include "testbenches/flybar/results/csv.h"

namespace flybar::program {
namespace {

[[noreturn]] void refuse_points(const std::string& where, const std::string& found) {
  throw ConfigurationError({Fault{where, found,
                                  "comma-separated values: a title of keys, and a line for each "
                                  "point with a value for each key",
                                  "write for example payload,mcp.send_threshold and below it 8 "
                                  "KB,512 B"}});
}

}  // namespace

std::vector<Vary> read_points_file(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) refuse_points(file, "is a directory");
  const auto text = read_input(file);
  if (!text) refuse_points(file, "cannot be read");
  if (const std::size_t line = line_of_open_quote(*text))
    refuse_points(fmt::format("{}:{}", file, line), "has a quote that does not end in its line");
  const std::vector<CsvRow> rows = csv_rows(*text);
  if (rows.size() < 2) refuse_points(file, "has no points");
  std::vector<Vary> axes;
  for (const std::string& key : rows.front()) axes.push_back({key, {}, file, file});
  for (std::size_t line = 1; line < rows.size(); ++line) {
    const std::string where = fmt::format("{}:{}", file, line + 1);
    if (rows[line].size() != axes.size())
      refuse_points(where,
                    fmt::format("has {} values for {} keys", rows[line].size(), axes.size()));
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].key.empty() || rows[line][i].empty()) refuse_points(where, "has an empty cell");
      axes[i].values.push_back(rows[line][i]);
    }
  }
  return axes;
}

}  // namespace flybar::program
