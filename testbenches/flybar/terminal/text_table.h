/// Columns of text for people.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> titles) : rows_{std::move(titles)} {}

  /// As many cells as titles.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.size() == 1; }

  /// Two spaces between columns; a column of numbers is flush right. Ends with a newline.
  std::string text() const;
  /// The same as a Markdown table.
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;
  bool numeric(std::size_t column) const;

  std::vector<std::vector<std::string>> rows_;  ///< the titles first
};

/// At most two decimals, none if the number is whole; a small number keeps three digits.
std::string for_people(double value);
/// The same with its sign.
std::string with_sign(double value);
/// Up to 15 digits, without those that only the rounding of a sum has.
std::string for_programs(double value);

}  // namespace flybar::program
