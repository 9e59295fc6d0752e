#include "models/process/native/turn.h"

#include <algorithm>

#include "testbenches/tests/process/started.h"

namespace flybar::process {
namespace {

using TurnTest = OnThisMachine;

TEST_F(TurnTest, SeesTheSameCallsInEachRun) {
  std::vector<std::vector<int>> runs;
  for (int n = 0; n < 3; ++n) {
    Keeper keeper("node0");
    Turn turn;
    runs.push_back(let_run(turn, start(keeper, turn, "echo a; umask")));
  }
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_EQ(runs[0], runs[2]);
  EXPECT_EQ(std::count(runs[0].begin(), runs[0].end(), SYS_exit_group), 1);
}

TEST_F(TurnTest, GivesTheResultThatTheModelSays) {
  Keeper keeper("node0");
  Turn turn;
  NativeThread& thread = start(keeper, turn, "test -t 0 && exit 3; exit 4");
  const int pid = thread.process.own_pid;
  while (turn.next(thread)) {
    // Whether it is a terminal is asked by an ioctl().
    if (thread.call->number == SYS_ioctl)
      turn.answer(thread, 0);
    else
      turn.let_through(thread);
  }
  EXPECT_EQ(keeper.status(pid) >> 8, 3);
}

TEST_F(TurnTest, KnowsAChildByItsFirstCall) {
  Keeper keeper("node0");
  Turn turn;
  NativeThread& parent = start(keeper, turn, "(exit 5); exit $?");
  const int pid = parent.process.own_pid;
  int children = 0;
  while (turn.next(parent)) {
    const int number = parent.call->number;
    turn.let_through(parent);
    if (number != SYS_clone && number != SYS_fork && number != SYS_vfork) continue;
    NativeThread* const child = turn.born(parent);
    ASSERT_NE(child, nullptr);
    EXPECT_NE(child->process.pid, parent.process.pid);
    let_run(turn, *child);
    ++children;
  }
  EXPECT_EQ(children, 1);
  EXPECT_EQ(keeper.status(pid) >> 8, 5);
}

}  // namespace
}  // namespace flybar::process
