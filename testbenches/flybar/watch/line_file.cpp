#include "testbenches/flybar/watch/line_file.h"

#include "testbenches/flybar/terminal/output.h"

namespace flybar::program {

LineFile::LineFile(const std::string& name) : stdout_(name == "-" || name == "/dev/stdout") {
  if (!name.empty() && !stdout_) file_.emplace(name);
}

void LineFile::write(const std::string& text) {
  if (file_)
    file_->write(text);
  else
    print(text);
}

void LineFile::close(Ending ending) {
  if (file_) file_->commit(ending);
}

}  // namespace flybar::program
