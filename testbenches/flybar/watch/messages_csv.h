/// A row for each message, written as it is received: memory stays bounded.
#pragma once

#include <optional>
#include <string>

#include "testbenches/experiments/measure/messages/message_record.h"
#include "traces/sinks/output.h"

namespace flybar::program {

class MessagesCsv {
 public:
  /// Nothing is written if `name` is empty; "-" is the standard output. @throws OutputError
  explicit MessagesCsv(const std::string& name);

  bool wanted() const { return stdout_ || file_; }
  bool is_stdout() const { return stdout_; }
  /// Times of stages count from the beginning of the message. @throws OutputError
  void add(const experiments::MessageRecord& message);
  /// Completes the file. @throws OutputError
  void close(Ending ending = Ending::kComplete);

 private:
  void write(const std::string& text);

  const bool stdout_;
  std::optional<Output> file_;
  std::string line_;
};

}  // namespace flybar::program
