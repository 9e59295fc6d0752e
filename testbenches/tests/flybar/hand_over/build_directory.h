/// A build directory with this program, in which the RTL is a script that says what it was made of.
#pragma once

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
  Ended run(const std::string& arguments, const std::string& prefix = "") const {
    return here_.run_program((here_ / "flybar").string(), arguments, prefix);
  }
  const Workspace& files() const { return here_; }
  bool has(const std::string& name) const { return std::filesystem::exists(here_ / name); }

 private:
  Workspace here_;
};

}  // namespace flybar::program
