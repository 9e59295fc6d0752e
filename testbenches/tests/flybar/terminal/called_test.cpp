#include "testbenches/flybar/terminal/called.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLong{600'000};

TEST(Called, CommandThatAnswersHasItsCodeAndItsText) {
  const Called called = call({"sh", "-c", "echo here; echo there >&2; exit 3"}, kLong);

  EXPECT_EQ(called.code, 3);
  EXPECT_EQ(called.text, "here\nthere");
}

TEST(Called, CommandThatDoesNotAnswerIsEnded) {
  const Called called = call({"sleep", "600"}, milliseconds(50));

  EXPECT_EQ(called.code, kNoAnswer);
  EXPECT_EQ(called.text, "sleep does not answer within 0.05 s");
}

TEST(Called, CommandThatIsNotThereHasACodeOfItsOwn) {
  const Called called = call({"/nosuch"}, kLong);
  EXPECT_EQ(called.code, kNoCommand);
  EXPECT_EQ(called.text, "/nosuch: No such file or directory");
}

}  // namespace
}  // namespace flybar::program
