#include "testbenches/flybar/terminal/text_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace flybar::program {
namespace {

/// What a double holds for sure. More would show how the sum was rounded: 648.5603712899999.
constexpr int kDigits = std::numeric_limits<double>::digits10;

bool is_number(const std::string& cell) {
  return cell.find_first_not_of("0123456789.,+-%e ") == std::string::npos;
}

std::string padded(const std::string& cell, std::size_t width, bool right) {
  const std::string space(width - std::min(width, cell.size()), ' ');
  return right ? space + cell : cell + space;
}

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  return widths;
}

bool TextTable::numeric(std::size_t column) const {
  return std::all_of(rows_.begin() + 1, rows_.end(),
                     [&](const auto& row) { return is_number(row[column]); });
}

std::string TextTable::text() const {
  const std::vector<std::size_t> width = widths();
  std::string all;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line.append(i ? "  " : "").append(padded(row[i], width[i], numeric(i)));
    line.erase(line.find_last_not_of(' ') + 1);
    all.append(line).append("\n");
  }
  return all;
}

std::string TextTable::markdown() const {
  std::string all;
  const auto add_line = [&all](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) all.append("| ").append(cell).append(" ");
    all.append("|\n");
  };
  add_line(rows_.front());
  for (std::size_t i = 0; i < rows_.front().size(); ++i) all.append(numeric(i) ? "|--:" : "|---");
  all.append("|\n");
  for (std::size_t i = 1; i < rows_.size(); ++i) add_line(rows_[i]);
  return all;
}

std::string for_people(double value) {
  char buffer[64];
  const bool whole = value == std::nearbyint(value) && std::abs(value) < 1e15;
  const bool small = std::abs(value) < 0.1;
  std::snprintf(buffer, sizeof buffer, whole ? "%.0f" : small ? "%.3g" : "%.2f", value);
  return buffer;
}

std::string with_sign(double value) {
  std::string text = for_people(value);
  if (value >= 0) text.insert(text.begin(), '+');
  return text;
}

std::string for_programs(double value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, kDigits);
  return std::string(buffer, end.ptr);
}

}  // namespace flybar::program
