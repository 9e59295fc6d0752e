#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "testbenches/experiments/measure/beside.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/terminal/exit_code.h"

namespace flybar::program {
namespace {

/// The one that sees Debian's packages, whatever other Python stands first in PATH.
constexpr const char* kPython = "/usr/bin/python3";

}  // namespace

/// The analyses are a program in Python, which runs this one.
int execute(const AnalyseRequest& request) {
  const std::filesystem::path program = experiments::beside_program("analysis");
  std::vector<std::string> words{kPython, "-B", program.string(), experiments::own_path().string()};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(kPython, arguments.data());
  throw ConfigurationError({Fault{kPython, std::strerror(errno), "Debian's Python 3",
                                  "install python3, python3-scipy and python3-openturns"}});
}

}  // namespace flybar::program
