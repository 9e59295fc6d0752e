#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "models/common/quantity.h"
#include "testbenches/flybar/commands.h"
#include "testbenches/flybar/csv.h"
#include "testbenches/flybar/exit_code.h"
#include "testbenches/flybar/named_files.h"
#include "testbenches/flybar/output.h"
#include "testbenches/flybar/svg_chart.h"
#include "testbenches/flybar/sweep_plan.h"

namespace flybar::program {
namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Flybar sweep</title>
<style>
body { font: 14px sans-serif; margin: 2em; max-width: 60em; color: #111; background: #fff; }
table { border-collapse: collapse; }
th, td { padding: 2px 10px; text-align: right; border-bottom: 1px solid #ddd; }
</style>
</head>
<body>
)";

/// The table of a sweep in columns: what varies, then what was measured, then the errors.
struct Sheet {
  CsvRow titles;
  std::vector<CsvRow> rows;
};

/// Nothing for a cell that is no quantity.
std::optional<double> magnitude(const std::string& text) {
  if (const auto v = quantity::parse_number(text, "")) return v;
  if (const auto v = quantity::parse_bytes(text)) return static_cast<double>(v->count);
  if (const auto v = quantity::parse_time(text)) return v->us();
  if (const auto v = quantity::parse_cycles(text)) return static_cast<double>(v->count);
  if (const auto v = quantity::parse_rate(text)) return v->mb_per_s();
  return std::nullopt;
}

std::string table_file(const std::string& directory) {
  return table_of_sweep(directory).string();
}

Sheet read_sheet(const std::string& directory) {
  const std::string file = table_file(directory);
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<CsvRow> rows = csv_rows(text);
  if (rows.size() < 2)
    throw ConfigurationError({Fault{file, "is no table of a sweep", "the directory of a sweep",
                                    "run \"flybar sweep ... -o " + directory + "\" first"}});
  CsvRow titles = std::move(rows.front());
  rows.erase(rows.begin());
  for (CsvRow& row : rows) row.resize(titles.size());
  return {std::move(titles), std::move(rows)};
}

/// Keys have no unit and results have one: "latency us". Results without one are counts, and are
/// not drawn.
bool is_result(const std::string& title) {
  return title.find(' ') != std::string::npos;
}

/// The keys that vary, without those of one value.
std::vector<std::size_t> key_columns(const Sheet& sheet) {
  std::vector<std::size_t> keys;
  for (std::size_t i = 0; i < sheet.titles.size(); ++i) {
    if (is_result(sheet.titles[i])) break;
    keys.push_back(i);
  }
  return keys;
}

/// The other keys of a row: all rows with the same are one line of the chart.
std::string series_name(const Sheet& sheet, const CsvRow& row, const std::vector<std::size_t>& keys,
                        std::size_t x) {
  std::string name;
  for (const std::size_t key : keys)
    if (key != x) name.append(name.empty() ? "" : ", ").append(row[key]);
  return name.empty() ? sheet.titles[x] : name;
}

Chart chart_of(const Sheet& sheet, std::size_t column) {
  const std::vector<std::size_t> keys = key_columns(sheet);
  const std::size_t x = keys.back();
  Chart chart{sheet.titles[column], sheet.titles[x], {}, {}};
  const bool quantities = std::all_of(sheet.rows.begin(), sheet.rows.end(), [&](const CsvRow& row) {
    return magnitude(row[x]).has_value();
  });
  for (const CsvRow& row : sheet.rows) {
    const auto y = quantity::parse_number(row[column], "");
    if (!y) continue;
    if (!quantities &&
        std::find(chart.x_labels.begin(), chart.x_labels.end(), row[x]) == chart.x_labels.end())
      chart.x_labels.push_back(row[x]);
    const auto label = std::find(chart.x_labels.begin(), chart.x_labels.end(), row[x]);
    const double at =
        quantities ? *magnitude(row[x]) : static_cast<double>(label - chart.x_labels.begin());
    const std::string name = series_name(sheet, row, keys, x);
    auto series = std::find_if(chart.series.begin(), chart.series.end(),
                               [&](const ChartSeries& s) { return s.name == name; });
    if (series == chart.series.end()) series = chart.series.insert(series, {name, {}});
    series->points.push_back({at, *y, row[x]});
  }
  return chart;
}

std::string table_html(const Sheet& sheet) {
  std::string html = "<table>\n<tr>";
  for (const std::string& title : sheet.titles) html += "<th>" + escaped(title) + "</th>";
  html += "</tr>\n";
  for (const CsvRow& row : sheet.rows) {
    html += "<tr>";
    for (const std::string& cell : row) html += "<td>" + escaped(cell) + "</td>";
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace

int execute(const ReportRequest& request) {
  const Sheet sheet = read_sheet(request.directory);
  refuse_collisions({{"-o", request.output}}, {{"DIR", table_file(request.directory)}});
  Destination page(request.output);
  std::string html = kHead;
  html += "<h1>Sweep in " + escaped(request.directory) + "</h1>\n";
  if (!key_columns(sheet).empty())
    for (std::size_t i = 0; i < sheet.titles.size(); ++i)
      if (is_result(sheet.titles[i])) html += to_svg(chart_of(sheet, i));
  html += table_html(sheet) + "</body>\n</html>\n";
  page.write(html);
  return kOk;
}

}  // namespace flybar::program
