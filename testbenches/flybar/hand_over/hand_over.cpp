#include "testbenches/flybar/hand_over/hand_over.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "models/common/error.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/flybar/hand_over/today_build.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/terminal/version.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "flybar-rtl";
constexpr const char* kSources = "FLYBAR_HANDED_OVER_FROM_SOURCES";

/// The same sources for both: this program may be older than they are, too.
const std::vector<std::string> kBoth{"flybar", kName};

fs::path rtl_program() {
  return experiments::own_path().parent_path() / kName;
}

[[noreturn]] void refuse(const std::string& found, const std::string& hint) {
  throw ConfigurationError(
      {{"--nic, --shadow", found,
        std::string("a ") + kName + " beside flybar, from the same sources", hint}});
}

void build(const fs::path& folder) {
  const fs::path log = folder / (std::string(kName) + ".log");
  const std::string failure = bring_up_to_date(folder, kBoth, log);
  if (failure.empty()) return;
  refuse(std::string(kName) + " is not up to date, and cannot be built: " + failure,
         "see " + log.string() + "; when that is mended, this command builds it");
}

std::vector<std::string> arguments() {
  const std::string line = whole_file("/proc/self/cmdline").value_or("");
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size(); at += words.back().size() + 1)
    words.emplace_back(line.c_str() + at);
  return words;
}

[[noreturn]] void become(const fs::path& program) {
  std::vector<std::string> words = arguments();
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  refuse(program.string() + " does not start", "build it again: " + build_command("FOLDER", kBoth));
}

}  // namespace

bool rtl_is_built() {
  return fs::exists(rtl_program());
}

void hand_over_to_rtl() {
  const fs::path program = rtl_program();
  const fs::path folder = program.parent_path();
  if (is_build_directory(folder)) {
    build(folder);
    unsetenv(kSources);  // this process may be older than what has just been built
  } else if (fs::exists(program)) {
    setenv(kSources, sources().c_str(), 1);
  } else {
    refuse("there is no " + program.string(),
           "install Flybar after " + build_command("FOLDER", kBoth));
  }
  become(program);
}

void require_same_sources() {
  const std::string other = std::getenv(kSources) ? std::getenv(kSources) : sources();
  unsetenv(kSources);  // of this process alone
  if (other == sources()) return;
  refuse(experiments::own_path().string() + " is from other sources, or built in another way",
         "install Flybar again after " + build_command("FOLDER", kBoth));
}

}  // namespace flybar::program
