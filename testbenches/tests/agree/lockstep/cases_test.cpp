/// Scenarios in which the two ways of stepping have disagreed, each a file in cases/. A file is
/// what a failing test prints: its first lines, which begin with #, say what was wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "testbenches/tests/agree/lockstep/run.h"

namespace flybar::lockstep {
namespace {

std::vector<std::filesystem::path> cases() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(FLYBAR_LOCKSTEP_CASES))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Scenario read(const std::filesystem::path& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return read_scenario(path.string(), text);
}

TEST(Cases, AreFound) {
  EXPECT_FALSE(cases().empty()) << FLYBAR_LOCKSTEP_CASES;
}

class Case : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Case, SteppingMakesNoDifference) {
  const Scenario scenario = read(GetParam());
  for (const bool instructions : {true, false}) {
    const auto found = disagreement(scenario, instructions);
    EXPECT_FALSE(found) << *found;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Case, testing::ValuesIn(cases()), [](const auto& test) {
  std::string name = test.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace flybar::lockstep
