#include "testbenches/flybar/results/published.h"

#include <algorithm>
#include <charconv>

#include "models/common/fault.h"
#include "testbenches/flybar/results/csv.h"

namespace flybar::program {

/// Defined in a file that CMake makes of published.csv.
extern const std::string_view kPublishedCsv;

namespace {

constexpr const char* kFile = "traces/published/published.csv";

std::optional<double> number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || text.empty()) return std::nullopt;
  return value;
}

/// Errors are written with their sign, of which from_chars() knows only the minus.
std::optional<double> signed_number(const std::string& text) {
  return number(text.starts_with('+') ? text.substr(1) : text);
}

/// Picks cells of a row by the title of their column.
class Columns {
 public:
  explicit Columns(std::vector<std::string> titles) : titles_(std::move(titles)) {}
  std::size_t size() const { return titles_.size(); }
  const std::string& pick(const std::vector<std::string>& row, std::string_view title) const {
    const auto at = std::find(titles_.begin(), titles_.end(), title);
    if (at == titles_.end())
      throw ConfigurationError({Fault{kFile, "there is no column " + std::string(title),
                                      "the columns of the table", "restore the first line"}});
    return row[static_cast<std::size_t>(at - titles_.begin())];
  }

 private:
  std::vector<std::string> titles_;
};

/// "a=1;b=2" in its parts.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

Taken taken_of(const std::string& text, const std::string& where) {
  if (text.empty()) return Taken::kValue;
  if (text == "least") return Taken::kLeast;
  if (text == "where least") return Taken::kWhereLeast;
  throw ConfigurationError({Fault{where + ": taken", "\"" + text + "\"",
                                  "nothing, \"least\", \"where least\"", "choose one of these"}});
}

double divisor_of(const std::string& text, const std::string& where) {
  if (text.empty()) return 1;
  const std::optional<double> divisor = number(text);
  if (divisor && *divisor > 0) return *divisor;
  throw ConfigurationError({Fault{where + ": divisor", "\"" + text + "\"", "a number above 0",
                                  "leave it empty if the result is the published quantity"}});
}

std::optional<Measurement> measurement_of(const Columns& columns,
                                          const std::vector<std::string>& row,
                                          const std::string& where) {
  const std::string& experiment = columns.pick(row, "experiment");
  if (experiment.empty()) return std::nullopt;
  return Measurement{.experiment = experiment,
                     .platform = columns.pick(row, "on"),
                     .settings = parts_of(columns.pick(row, "settings")),
                     .vary = columns.pick(row, "vary"),
                     .taken = taken_of(columns.pick(row, "taken"), where),
                     .result = columns.pick(row, "result"),
                     .divisor = divisor_of(columns.pick(row, "divisor"), where),
                     .is_long = !columns.pick(row, "long").empty()};
}

Published read_row(const Columns& columns, const std::vector<std::string>& row,
                   const std::string& where) {
  const std::string& text = columns.pick(row, "value");
  return {.id = columns.pick(row, "id"),
          .system = columns.pick(row, "system"),
          .quantity = columns.pick(row, "quantity"),
          .conditions = columns.pick(row, "conditions"),
          .text = text,
          .value = number(text),
          .unit = columns.pick(row, "unit"),
          .role = columns.pick(row, "role"),
          .blind_model = number(columns.pick(row, "blind_model")),
          .blind_error_percent = signed_number(columns.pick(row, "blind_error_percent")),
          .measurement = measurement_of(columns, row, where)};
}

}  // namespace

std::vector<Published> parse_published(std::string_view csv, const std::string& file) {
  const std::vector<CsvRow> lines = csv_rows(csv);
  if (lines.empty()) return {};
  const Columns columns(lines.front());
  std::vector<Published> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string where = file + ":" + std::to_string(i + 1);
    if (lines[i].size() != columns.size())
      throw ConfigurationError({Fault{where, std::to_string(lines[i].size()) + " cells",
                                      std::to_string(columns.size()) + " cells, as in line 1",
                                      "put a cell with commas in quotes"}});
    rows.push_back(read_row(columns, lines[i], where));
  }
  return rows;
}

const std::vector<Published>& published() {
  static const std::vector<Published> kRows = parse_published(kPublishedCsv, kFile);
  return kRows;
}

const Published* find_published(std::string_view id) {
  for (const Published& row : published())
    if (row.id == id) return &row;
  return nullptr;
}

}  // namespace flybar::program
