/// A message that injected faults have lost ends a run early, which then shows the counts so far,
/// not in a wait without end.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <string>

namespace flybar::lockstep {
namespace {

constexpr int kEndedEarly = 7;

int code_of(const char* options) {
  const std::string command =
      std::string("'" FLYBAR_PROGRAM "' run one-way --set link.byte_errors=1 ") + options +
      " > /dev/null 2>&1";
  return WEXITSTATUS(std::system(command.c_str()));
}

TEST(LostMessage, EndsARunThatPolls) {
  EXPECT_EQ(code_of(""), kEndedEarly);
}

TEST(LostMessage, EndsARunThatWaitsForInterrupts) {
  EXPECT_EQ(code_of("--set notify=interrupt"), kEndedEarly);
}

}  // namespace
}  // namespace flybar::lockstep
