#include <sys/wait.h>

#include "models/process/native/machine.h"
#include "testbenches/tests/process/started.h"

namespace flybar::process {
namespace {

using KeeperTest = OnThisMachine;

TEST_F(KeeperTest, StartsAProgramThatWaitsInItsFirstCall) {
  Keeper keeper("node0");
  Turn turn;
  NativeThread& thread = start(keeper, turn, "true");
  ASSERT_TRUE(thread.call);
  EXPECT_EQ(thread.call->number, SYS_execve);
  EXPECT_EQ(thread.memory().text(thread.call->arguments[0]), "/bin/sh");
}

TEST_F(KeeperTest, SaysHowAProgramHasEnded) {
  Keeper keeper("node0");
  Turn turn;
  for (const int code : {0, 7}) {
    NativeThread& thread = start(keeper, turn, "exit " + std::to_string(code));
    const int pid = thread.process.own_pid;
    let_run(turn, thread);
    const int status = keeper.status(pid);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), code);
  }
}

TEST_F(KeeperTest, SaysWhichSignalHasEndedAProgram) {
  Keeper keeper("node0");
  Turn turn;
  NativeThread& thread = start(keeper, turn, "kill -SEGV $$");
  const int pid = thread.process.own_pid;
  let_run(turn, thread);
  const int status = keeper.status(pid);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
}

TEST_F(KeeperTest, LeavesNothingBehind) {
  int pid = 0;
  {
    Keeper keeper("node0");
    Turn turn;
    pid = start(keeper, turn, "true").process.pid;
    EXPECT_TRUE(machine::lives(pid, pid));
  }
  EXPECT_FALSE(machine::lives(pid, pid));
}

}  // namespace
}  // namespace flybar::process
