/// What main_test.py runs: tests as others are, and some that do not pass.
#include <gtest/gtest.h>

#include <csignal>
#include <systemc>

namespace flybar {
namespace {

/// SystemC refuses a second one in the same process.
void simulate() {
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
}

class Simulates : public testing::TestWithParam<int> {};
TEST_P(Simulates, ToItsEnd) {
  ASSERT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
  simulate();
  EXPECT_GT(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}
INSTANTIATE_TEST_SUITE_P(All, Simulates, testing::Range(0, 3));

TEST(Ends, ByAFailure) {
  EXPECT_EQ(1, 2) << "as it shall";
}
TEST(Ends, BySigkill) {
  std::raise(SIGKILL);
}
TEST(Ends, BeforeItHasBegun) {
  GTEST_SKIP() << "nothing to do";
}
TEST(Ends, DISABLED_ByAFailure) {
  FAIL();
}

}  // namespace
}  // namespace flybar
