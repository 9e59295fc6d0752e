#include "testbenches/flybar/run/run_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "testbenches/flybar/command/terminal_text.h"
#include "testbenches/flybar/command/text_table.h"

namespace flybar::program {
namespace {

using experiments::Result;
using experiments::Results;
using experiments::Table;

constexpr std::size_t kWidth = 100;
constexpr std::size_t kLines = 24;
constexpr const char* kWaits = "what messages waited for";
constexpr std::size_t kWaitsShown = 3;
constexpr const char* kUse = "utilisation";
constexpr std::size_t kNodesShown = 4;
constexpr const char* kLatencies = "message latency";
constexpr std::size_t kFewestResults = 2;

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Beside a result, the published numbers of the same quantity; each after the first has a line of
/// its own.
void add_result(TextTable& table, const Result& result, const std::vector<const Published*>& rows) {
  const std::string value = for_people(result.value);
  if (rows.empty()) table.add({result.name, value, result.unit, "", "", ""});
  for (const Published* row : rows) {
    const std::string error =
        row->value ? with_sign((result.value / *row->value - 1) * 100) + " %" : "";
    if (row == rows.front())
      table.add({result.name, value, result.unit, row->text, error, row->id});
    else
      table.add({"", "", "", row->text, error, row->id});
  }
}

std::string numbers_text(const std::vector<Result>& results, const PublishedBeside& published) {
  const bool compared = std::any_of(results.begin(), results.end(), [&](const Result& result) {
    return !published.of(result.name).empty();
  });
  TextTable table({"result", "value", "unit", compared ? "published" : "", compared ? "error" : "",
                   compared ? "id" : ""});
  for (const Result& result : results) add_result(table, result, published.of(result.name));
  return table.text();
}

std::string limit_text(const std::string& limit) {
  constexpr std::size_t kHanging = 2;
  std::string text;
  if (!limit.empty()) text.append("\n").append(wrapped("limit: " + limit, kWidth, kHanging));
  return text;
}

std::string notes_text(const std::vector<std::string>& notes) {
  constexpr std::size_t kHanging = 2;
  std::string text;
  for (const std::string& note : notes)
    text.append("\n").append(wrapped("note: " + note, kWidth, kHanging));
  return text;
}

std::string simulation_text(const Record& record) {
  const double simulated = record.results.simulated.us();
  return "\nsimulated " + for_people(simulated) + " us in " +
         for_people(record.wall_seconds * 1e3) + " ms, " +
         for_people(simulated * 1e-6 / record.wall_seconds) + " x real time, " +
         for_people(static_cast<double>(record.results.nic_cycles)) + " NIC cycles\n";
}

TextTable cells_of(const Table& table, const std::string& row_title,
                   const std::vector<std::size_t>& columns) {
  std::vector<std::string> titles{row_title};
  for (const std::size_t column : columns) titles.push_back(table.columns[column]);
  TextTable cells(titles);
  for (const Table::Row& row : table.rows) {
    std::vector<std::string> line{row.name};
    for (const std::size_t column : columns) line.push_back(for_people(row.values[column]));
    cells.add(line);
  }
  return cells;
}

std::vector<std::size_t> all_columns(const Table& table) {
  std::vector<std::size_t> columns(table.columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = i;
  return columns;
}

/// With a title of its own, and all rows that the table shows.
std::string whole_text(const Table& whole) {
  Table table = whole;
  if (table.shown > 0) table.rows.resize(std::min(table.rows.size(), table.shown));
  const std::size_t left = whole.rows.size() - table.rows.size();
  const std::string note = table.note.empty() ? "" : ": " + table.note;
  const std::string more = left > 0 ? "and " + std::to_string(left) + " more, in --json\n" : "";
  return "\n" + table.name + note + "\n" +
         cells_of(table, table.row_title, all_columns(table)).text() + more;
}

double largest(const Table::Row& row, const std::vector<std::size_t>& columns) {
  double largest = 0;
  for (const std::size_t column : columns) largest = std::max(largest, row.values[column]);
  return largest;
}

/// Keeps the rows with the largest values in these columns, the largest first if some are left out.
void keep_largest(Table& table, std::size_t rows, const std::vector<std::size_t>& columns) {
  if (table.rows.size() <= rows) return;
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [&](const Table::Row& a, const Table::Row& b) {
                     return largest(a, columns) > largest(b, columns);
                   });
  table.rows.resize(rows);
}

/// A table whose title is its name, without columns that are all 0, and as wide as there is room.
std::string brief_text(const Table& table) {
  std::vector<std::size_t> columns;
  for (const std::size_t column : all_columns(table))
    if (std::any_of(table.rows.begin(), table.rows.end(),
                    [&](const Table::Row& row) { return row.values[column] != 0; }))
      columns.push_back(column);
  std::string text = cells_of(table, table.name, columns).text();
  while (columns.size() > 1 && text.find('\n') > kWidth) {
    columns.pop_back();
    text = cells_of(table, table.name, columns).text();
  }
  return "\n" + text;
}

const Table* find_table(const Results& results, const std::string& name) {
  for (const Table& table : results.tables)
    if (table.name == name) return &table;
  return nullptr;
}

std::string waits_text(const Results& results) {
  const Table* waits = find_table(results, kWaits);
  if (!waits) return "";
  Table table = *waits;
  constexpr std::size_t kMean = 0;
  keep_largest(table, kWaitsShown, {kMean});
  return brief_text(table);
}

std::string use_text(const Results& results) {
  const Table* use = find_table(results, kUse);
  if (!use) return "";
  Table table = *use;
  std::vector<std::size_t> shares;
  for (const std::size_t column : all_columns(table))
    if (table.columns[column].ends_with("%")) shares.push_back(column);
  keep_largest(table, kNodesShown, shares);
  return brief_text(table);
}

/// Percentiles stand among the results for programs; for people they are a table.
bool is_of_messages(const Result& result) {
  return result.name.starts_with("message_");
}

bool is_brief(const Table& table) {
  return table.name == kWaits || table.name == kUse;
}

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// What only `verbose` shows; empty if that is nothing.
std::string more_text(const Results& results, std::size_t numbers) {
  std::vector<std::string> more;
  const auto add = [&more](std::size_t count, const char* what) {
    if (count > 0) more.push_back(counted(count, what));
  };
  add(results.numbers.size() - numbers, "result");
  add(static_cast<std::size_t>(std::count_if(results.tables.begin(), results.tables.end(),
                                             [](const Table& table) { return !is_brief(table); })),
      "table");
  const Table* use = find_table(results, kUse);
  if (use && use->rows.size() > kNodesShown) add(use->rows.size() - kNodesShown, "node");
  return more.empty() ? "" : fmt::format("more with --verbose: {}\n", fmt::join(more, ", "));
}

std::string brief_run_text(const Record& record, const std::string& head,
                           const PublishedBeside& published) {
  const Results& all = record.results;
  const std::string tail = limit_text(all.limit.text) + notes_text(all.notes) + waits_text(all) +
                           use_text(all) + simulation_text(record);
  constexpr std::size_t kTitleAndMore = 2;
  const std::size_t taken = lines_of(head) + lines_of(tail) + kTitleAndMore;
  const std::size_t room = std::max(kFewestResults, kLines - std::min(kLines, taken));
  std::vector<Result> shown;
  for (const Result& result : all.numbers) {
    if (is_of_messages(result)) continue;
    shown.push_back(result);
    if (lines_of(numbers_text(shown, published)) - 1 <= room) continue;
    shown.pop_back();
    break;
  }
  return head + numbers_text(shown, published) + tail + more_text(all, shown.size());
}

/// The latencies of the messages that the results are of stand there already.
Table without_results(const Table& table) {
  Table rest = table;
  if (table.name == kLatencies && !rest.rows.empty()) rest.rows.erase(rest.rows.begin());
  return rest;
}

std::string verbose_run_text(const Record& record, const std::string& head,
                             const PublishedBeside& published) {
  std::string text = head + numbers_text(record.results.numbers, published);
  text += limit_text(record.results.limit.text) + notes_text(record.results.notes);
  for (const char* first : {kWaits, kUse})
    if (const Table* table = find_table(record.results, first)) text += whole_text(*table);
  for (const Table& table : record.results.tables) {
    const Table rest = without_results(table);
    if (!is_brief(table) && !rest.rows.empty()) text += whole_text(rest);
  }
  return text + simulation_text(record);
}

}  // namespace

std::string run_text(const Record& record, const std::string& system,
                     const PublishedBeside& published, bool verbose) {
  const std::string head = record.experiment + " on " + system + "\n\n";
  return verbose ? verbose_run_text(record, head, published)
                 : brief_run_text(record, head, published);
}

}  // namespace flybar::program
