/// Where a command writes its JSON, its page, or what it learns as it goes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "traces/sinks/output.h"

namespace flybar::program {

/// "-" or "/dev/stdout".
bool is_standard_output(const std::string& name);

/// Nothing if the name is empty, the standard output, or a file that appears when it is complete.
/// Opened before the work starts, so that a place that cannot be written is found at once.
class TextOutput {
 public:
  /// @throws OutputError
  explicit TextOutput(const std::string& name);

  bool wanted() const { return stdout_ || file_; }
  bool is_stdout() const { return stdout_; }
  /// At once, so memory stays bounded. @throws OutputError
  void write(std::string_view text);
  /// Completes the file. @throws OutputError
  void close(Ending ending = Ending::kComplete);

 private:
  const bool stdout_;
  std::optional<Output> file_;
};

/// The same for one text, which is all.
class Destination {
 public:
  /// @throws OutputError
  explicit Destination(const std::string& name) : output_(name) {}

  bool wanted() const { return output_.wanted(); }
  bool is_stdout() const { return output_.is_stdout(); }
  /// @throws OutputError
  void write(std::string_view text) {
    output_.write(text);
    output_.close();
  }

 private:
  TextOutput output_;
};

/// Writes to the standard output. @throws OutputError
void print(std::string_view text);

}  // namespace flybar::program
