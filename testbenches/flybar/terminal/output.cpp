#include "testbenches/flybar/terminal/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "traces/sinks/sinks.h"

namespace flybar::program {

bool is_standard_output(const std::string& name) {
  return name == "-" || name == "/dev/stdout";
}

TextOutput::TextOutput(const std::string& name) : stdout_(is_standard_output(name)) {
  if (!name.empty() && !stdout_) file_.emplace(name);
}

void TextOutput::write(std::string_view text) {
  if (stdout_) print(text);
  if (file_) file_->write(text);
}

void TextOutput::close(Ending ending) {
  if (file_) file_->commit(ending);
}

void print(std::string_view text) {
  const bool done =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!done)
    throw OutputError(Fault{"standard output", std::strerror(errno), "an open file or terminal",
                            "check where the output goes"});
}

}  // namespace flybar::program
