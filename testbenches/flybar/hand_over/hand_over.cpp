#include "testbenches/flybar/command/hand_over.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "models/common/error.h"
#include "testbenches/experiments/beside.h"
#include "testbenches/flybar/command/version.h"
#include "testbenches/flybar/results/whole_file.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "flybar-rtl";
constexpr const char* kVersion = "FLYBAR_HANDED_OVER_BY";

std::string build_command(const fs::path& folder) {
  return "cmake --build " + folder.string() + " --target " + kName;
}

[[noreturn]] void refuse(const std::string& found, const std::string& hint) {
  throw ConfigurationError(
      {{"--nic", found, std::string("a program ") + kName + " beside this one", hint}});
}

void build(const fs::path& folder) {
  const fs::path log = folder / "flybar-rtl.log";
  std::cerr << "flybar: building the chip in SystemVerilog, which takes some minutes once; log: "
            << log.string() << std::endl;
  const std::string command = build_command(folder) + " > '" + log.string() + "' 2>&1";
  if (std::system(command.c_str()) != 0)
    refuse("the program with the chip in SystemVerilog could not be built", "see " + log.string());
}

std::vector<std::string> arguments() {
  const std::string line = whole_file("/proc/self/cmdline").value_or("");
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size(); at += words.back().size() + 1)
    words.emplace_back(line.c_str() + at);
  return words;
}

}  // namespace

void hand_over_to_rtl() {
  const fs::path program = experiments::own_path().parent_path() / kName;
  const fs::path folder = program.parent_path();
  if (!fs::exists(program)) {
    if (!fs::exists(folder / "CMakeCache.txt"))
      refuse("there is no " + program.string(), "install Flybar after " + build_command("FOLDER"));
    build(folder);
  }
  std::vector<std::string> words = arguments();
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  setenv(kVersion, version_text().c_str(), 1);
  execv(program.c_str(), pointers.data());
  refuse(program.string() + " does not start", "build it again: " + build_command(folder));
}

void require_same_version() {
  const char* const other = std::getenv(kVersion);
  if (other == nullptr || other == version_text()) return;
  refuse(std::string(kName) + " is " + version_text() + ", and this is " + other,
         "build both: " + build_command(experiments::own_path().parent_path()));
}

}  // namespace flybar::program
