/// A host without a program beside one that has one.
#include <gtest/gtest.h>

#include <cerrno>

#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/inet/inet_programs.h"
#include "testbenches/tests/inet/socket_bench.h"

namespace flybar::inet {
namespace {

TEST(IdleHost, AnswersForItsKernelAndDisturbsNobody) {
  const auto system = systems::load(cluster::find_platform("alphastation-500"));
  Observer observer;
  experiments::InetPrograms programs({.system = system->params, .observer = observer}, {});
  int error = 0;
  programs.run_on(0, {.main = [&](int, char**) {
                    inet_sleep_us(600'000);  // all timers of the other host have run
                    if (connect_to(make_socket(SOCK_STREAM), 1, kPort) != 0) error = errno;
                    return 0;
                  }});
  programs.run();

  EXPECT_EQ(programs.ended(0).code, 0);
  EXPECT_EQ(error, ECONNREFUSED);
}

}  // namespace
}  // namespace flybar::inet
