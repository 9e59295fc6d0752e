/// A row for each message, written as it is received: memory stays bounded.
#pragma once

#include <string>

#include "testbenches/experiments/measure/messages/message_record.h"
#include "testbenches/flybar/terminal/output.h"

namespace flybar::program {

class MessagesCsv {
 public:
  /// Nothing is written if `name` is empty; "-" is the standard output. @throws OutputError
  explicit MessagesCsv(const std::string& name);

  bool wanted() const { return file_.wanted(); }
  bool is_stdout() const { return file_.is_stdout(); }
  /// Times of stages count from the beginning of the message. @throws OutputError
  void add(const experiments::MessageRecord& message);
  /// Completes the file. @throws OutputError
  void close(Ending ending = Ending::kComplete) { file_.close(ending); }

 private:
  TextOutput file_;
  std::string line_;
};

}  // namespace flybar::program
