#include "testbenches/flybar/terminal/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "traces/sinks/sinks.h"

namespace flybar::program {

Destination::Destination(const std::string& name) : stdout_(name == "-" || name == "/dev/stdout") {
  if (name.empty() || stdout_) return;
  file_.emplace(name);
}

void Destination::write(std::string_view text) {
  if (stdout_) print(text);
  if (!file_) return;
  file_->write(text);
  file_->commit();
}

void print(std::string_view text) {
  const bool done =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!done)
    throw OutputError(Fault{"standard output", std::strerror(errno), "an open file or terminal",
                            "check where the output goes"});
}

}  // namespace flybar::program
