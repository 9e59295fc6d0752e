#include "testbenches/flybar/run/run_tables.h"

#include <algorithm>

#include "testbenches/flybar/results/shown_unit.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

using experiments::Result;
using experiments::Table;

/// Beside a result, the published numbers of the same quantity, in whose unit it stands then; each
/// after the first has a line of its own.
void add_result(TextTable& table, const Result& result, const std::vector<const Published*>& rows) {
  if (rows.empty()) {
    const ShownUnit unit(result.unit, {result.value});
    table.add({result.name, unit.text(result.value), unit.name(), "", "", ""});
  }
  for (const Published* row : rows) {
    const std::string error =
        row->value ? with_sign((result.value / *row->value - 1) * 100) + " %" : "";
    if (row == rows.front())
      table.add({result.name, for_people(result.value), result.unit, row->text, error, row->id});
    else
      table.add({"", "", "", row->text, error, row->id});
  }
}

std::vector<std::size_t> all_columns(const Table& table) {
  std::vector<std::size_t> columns(table.columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = i;
  return columns;
}

/// All times of a table have one unit.
ShownUnit unit_of_times(const Table& table, const std::vector<std::size_t>& columns) {
  std::vector<double> times;
  for (const std::size_t column : columns)
    for (const Table::Row& row : table.rows)
      if (is_of_times(table.columns[column])) times.push_back(row.values[column]);
  return {"us", times};
}

TextTable cells_of(const Table& table, const std::string& row_title,
                   const std::vector<std::size_t>& columns) {
  const ShownUnit times = unit_of_times(table, columns);
  std::vector<std::string> titles{row_title};
  for (const std::size_t column : columns) {
    const std::string& title = table.columns[column];
    titles.push_back(is_of_times(title) ? times.title(title) : title);
  }
  TextTable cells(titles);
  for (const Table::Row& row : table.rows) {
    std::vector<std::string> line{row.name};
    for (const std::size_t column : columns)
      line.push_back(is_of_times(table.columns[column]) ? times.text(row.values[column])
                                                        : for_people(row.values[column]));
    cells.add(line);
  }
  return cells;
}

}  // namespace

std::string numbers_text(const std::vector<Result>& results, const PublishedBeside& published) {
  const bool compared = std::any_of(results.begin(), results.end(), [&](const Result& result) {
    return !published.of(result.name).empty();
  });
  TextTable table({"result", "value", "unit", compared ? "published" : "", compared ? "error" : "",
                   compared ? "id" : ""});
  for (const Result& result : results) add_result(table, result, published.of(result.name));
  return table.text();
}

std::string whole_text(const Table& whole) {
  Table table = whole;
  if (table.shown > 0) table.rows.resize(std::min(table.rows.size(), table.shown));
  const std::size_t left = whole.rows.size() - table.rows.size();
  const std::string note = table.note.empty() ? "" : ": " + table.note;
  const std::string more = left > 0 ? "and " + std::to_string(left) + " more, in --json\n" : "";
  return "\n" + table.name + note + "\n" +
         cells_of(table, table.row_title, all_columns(table)).text() + more;
}

std::string brief_text(const Table& table) {
  std::vector<std::size_t> columns;
  for (const std::size_t column : all_columns(table))
    if (std::any_of(table.rows.begin(), table.rows.end(),
                    [&](const Table::Row& row) { return row.values[column] != 0; }))
      columns.push_back(column);
  const std::string title = table.name + (table.note.empty() ? "" : ", " + table.note);
  std::string text = cells_of(table, title, columns).text();
  while (columns.size() > 1 && text.find('\n') > kRunWidth) {
    columns.pop_back();
    text = cells_of(table, title, columns).text();
  }
  return "\n" + text;
}

const Table* find_table(const experiments::Results& results, const std::string& name) {
  for (const Table& table : results.tables)
    if (table.name == name) return &table;
  return nullptr;
}

}  // namespace flybar::program
