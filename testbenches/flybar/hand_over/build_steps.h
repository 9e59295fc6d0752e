/// How far a build has come, read from what it says.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace flybar::program {

/// Reads Ninja's "[12/340] ...", and tells on the standard error which step it is and about how
/// long the others take: on a terminal in one line, else at each tenth. Silent as long as there is
/// nothing but the one step that looks for the commit.
class BuildSteps {
 public:
  /// `title` is told once, when there is something to do: at once if that is `certain`.
  BuildSteps(std::string title, bool certain);
  BuildSteps(const BuildSteps&) = delete;
  BuildSteps& operator=(const BuildSteps&) = delete;
  ~BuildSteps();

  /// Any part of the text.
  void read(std::string_view text);
  /// The first line that tells of an error, else the first that a failed step said, or nothing.
  const std::string& first_error() const { return error_.empty() ? said_ : error_; }

 private:
  void tell_title();
  void read_line();
  void look_for_error();
  void step(int done, int all);
  std::string left(int done, int all) const;

  const std::string title_;
  const bool one_line_;
  std::string line_;
  std::string error_;
  std::string said_;      ///< by the first step that failed
  int after_failed_ = 0;  ///< lines
  bool told_ = false;
  int last_ = 0;
  int tenth_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace flybar::program
