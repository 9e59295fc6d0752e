/// Runs the program with the self-test experiment, as a user would from a shell.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "testbenches/tests/temporary_directory.h"

namespace flybar::program {

struct Ended {
  int code;
  std::string out;
  std::string err;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// An empty directory of its own for one test.
class Workspace {
 public:
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_))
      count += entry.is_regular_file();
    return count;
  }

  /// `arguments` as a shell reads them, with this directory as the current one. `prefix` runs the
  /// program.
  Ended run(const std::string& arguments, const std::string& prefix = "") const {
    return run_program(FLYBAR_SELF_TEST, arguments, prefix);
  }
  Ended run_program(const std::string& program, const std::string& arguments,
                    const std::string& prefix = "") const {
    const std::string command = "cd '" + path_.string() + "' && XDG_CACHE_HOME='" + path_.string() +
                                "/.cache'; export XDG_CACHE_HOME; { " + prefix + " '" + program +
                                "' " + arguments + " >.out 2>.err; } </dev/null";
    const int status = std::system(command.c_str());
    Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(path_ / ".out"),
                contents(path_ / ".err")};
    std::filesystem::remove(path_ / ".out");
    std::filesystem::remove(path_ / ".err");
    return ended;
  }

 private:
  const TemporaryDirectory directory_;
  const std::filesystem::path& path_ = directory_.path();
};

}  // namespace flybar::program
