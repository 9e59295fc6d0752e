/// Text that a run writes as it goes, to a file or the standard output: memory stays bounded.
#pragma once

#include <optional>
#include <string>

#include "traces/sinks/output.h"

namespace flybar::program {

class LineFile {
 public:
  /// Nothing is written if `name` is empty; "-" is the standard output. @throws OutputError
  explicit LineFile(const std::string& name);

  bool wanted() const { return stdout_ || file_; }
  bool is_stdout() const { return stdout_; }
  /// @throws OutputError
  void write(const std::string& text);
  /// Completes the file. @throws OutputError
  void close(Ending ending = Ending::kComplete);

 private:
  const bool stdout_;
  std::optional<Output> file_;
};

}  // namespace flybar::program
