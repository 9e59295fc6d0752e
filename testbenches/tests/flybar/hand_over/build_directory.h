/// A build directory with this program, in which the RTL is a script that says what it was made of.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {

class BuildDirectory {
 public:
  BuildDirectory() {
    std::filesystem::copy_file(FLYBAR_SELF_TEST, here_ / "flybar");
    here_.write("CMakeCache.txt",
                "CMAKE_GENERATOR:INTERNAL=Ninja\nCMAKE_MAKE_PROGRAM:FILEPATH=ninja\n"
                "CMAKE_PROJECT_NAME:STATIC=flybar\n");
    for (const char* const source : {"models", "rtl", "firmware", "layouts"})
      here_.write(source, std::string("old-") + source);
    use("echo '#!/bin/sh' > $out && echo \"echo made of `cat $in`\" >> $out && chmod +x $out");
  }

  /// From now on this makes flybar-rtl of the sources.
  void use(const std::string& command) const {
    here_.write("build.ninja", "rule make\n  command = " + command +
                                   "\nrule copy\n  command = cp $in $out\n"
                                   "build flybar-rtl: make models rtl firmware layouts\n"
                                   "build model-in-flybar: copy models\n"
                                   "build flybar: phony model-in-flybar\n");
  }
  /// The source is newer than all that has been made: also where a file's time has steps of some
  /// milliseconds, so that ninja may take what was written within one step for up to date.
  void edit(const std::string& source, const std::string& text) const {
    std::filesystem::file_time_type newest = std::filesystem::file_time_type::min();
    for (const auto& file : std::filesystem::directory_iterator(here_ / ""))
      newest = std::max(newest, file.last_write_time());
    do here_.write(source, text);
    while (std::filesystem::last_write_time(here_ / source) <= newest);
  }
  Ended run(const std::string& arguments, const std::string& prefix = "") const {
    return here_.run_program((here_ / "flybar").string(), arguments, prefix);
  }
  const Workspace& files() const { return here_; }
  bool has(const std::string& name) const { return std::filesystem::exists(here_ / name); }

 private:
  Workspace here_;
};

}  // namespace flybar::program
