/// Where a command writes its JSON or its page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "traces/sinks/output.h"

namespace flybar::program {

/// Nothing, the standard output ("-" or "/dev/stdout"), or a file that appears when it is complete.
/// Opened before the work starts, so that a place that cannot be written is found at once.
class Destination {
 public:
  /// @throws OutputError
  explicit Destination(const std::string& name);

  bool wanted() const { return stdout_ || file_; }
  bool is_stdout() const { return stdout_; }
  /// @throws OutputError
  void write(std::string_view text);

 private:
  bool stdout_ = false;
  std::optional<Output> file_;
};

/// Writes to the standard output. @throws OutputError
void print(std::string_view text);

}  // namespace flybar::program
