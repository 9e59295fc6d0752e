#include "testbenches/flybar/results/csv.h"

#include <algorithm>

namespace flybar::program {
namespace {

std::string quoted_if_needed(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "\"";
}

}  // namespace

CsvRow csv_cells(std::string_view line) {
  CsvRow all(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
      all.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      all.emplace_back();
    else if (c != '\r')
      all.back() += c;
  }
  return all;
}

std::size_t line_of_open_quote(std::string_view text) {
  std::size_t line = 1;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c != '\n') continue;
    if (quoted) return line;
    ++line;
  }
  return quoted ? line : 0;
}

std::vector<CsvRow> csv_rows(std::string_view text) {
  std::vector<CsvRow> rows;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    rows.push_back(csv_cells(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return rows;
}

std::string csv_line(const CsvRow& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text.append(i ? "," : "").append(quoted_if_needed(cells[i]));
  return text + "\n";
}

}  // namespace flybar::program
