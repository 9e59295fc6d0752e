#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/flybar/command/command_line.h"
#include "testbenches/flybar/command/manual.h"
#include "testbenches/flybar/terminal/shell_words.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

std::string manual() {
  return Workspace().run("man").out;
}

TEST(Manual, HasASectionWithExamples) {
  EXPECT_NE(manual().find(".SH EXAMPLES"), std::string::npos);
}

TEST(Manual, EveryExampleIsUnderstood) {
  for (std::string command : examples()) {
    std::replace(command.begin(), command.end(), '"', '\'');
    const std::vector<std::string> words = words_of(command);
    std::vector<const char*> arguments{"flybar"};
    for (const std::string& word : words) arguments.push_back(word.c_str());
    EXPECT_NO_THROW(parse_command_line(static_cast<int>(arguments.size()), arguments.data()))
        << command;
  }
}

TEST(Manual, ShowsWhichArgumentsMayBeLeftOut) {
  const std::string page = manual();

  EXPECT_NE(page.find(".SS flybar params [PLATFORM] [PATTERN] "), std::string::npos);
  EXPECT_NE(page.find(".SS flybar run EXPERIMENT "), std::string::npos);
}

TEST(Manual, HasEveryExitCode) {
  const std::string page = manual();

  for (const char* const code : {"0", "1", "2", "3", "4", "5", "6", "129, 130, 131, 143"})
    EXPECT_NE(page.find(std::string("\n.B ") + code + "\n"), std::string::npos) << code;
}

TEST(Completion, OfAnUnknownShellIsRefused) {
  const Ended ended = Workspace().run("completion fish");

  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("allowed: bash, zsh"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace flybar::program
