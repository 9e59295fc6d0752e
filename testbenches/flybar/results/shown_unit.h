/// The unit in which people see times. Records and tables for programs keep microseconds.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

/// Of one value, or of several that are to be compared.
class ShownUnit {
 public:
  /// Values in us are shown in the greatest of s, ms and us in which the greatest is 1 or more and
  /// the least, but for 0, is 0.1 or more. Those of any other unit stay as they are.
  ShownUnit(std::string unit, const std::vector<double>& values);

  const std::string& name() const { return name_; }
  /// Without the unit: with at most two decimals, or three in ms and s.
  std::string text(double value) const;
  /// A title of a column of times with this unit in place of its last word: "mean ms".
  std::string title(const std::string& of_times) const;

 private:
  std::string name_;
  double us_ = 1;  ///< in one of it, if it is a unit of time
};

/// Whether what stands below a title are times in us: its last word is that unit.
bool is_of_times(const std::string& title);

}  // namespace flybar::program
