/// A program under the filter, whose calls the kernel does all.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <string>
#include <vector>

#include "models/common/error.h"
#include "models/process/native/turn.h"

namespace flybar::process {

/// Tests of what the machine may not allow; then they are left out, and say why.
class OnThisMachine : public testing::Test {
 protected:
  void SetUp() override {
    try {
      Keeper keeper("node0");
      const Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
      keeper.start({"true", {}, "/", null.number(), null.number(), null.number()});
    } catch (const ConfigurationError& error) {
      GTEST_SKIP() << "programs left out: " << error.what();
    }
  }
};

/// Starts `command`; what it writes is thrown away.
inline NativeThread& start(Keeper& keeper, Turn& turn, const std::string& command) {
  const Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  const int number = null.number();
  return turn.take(keeper.start({command, {"PATH=/usr/bin:/bin"}, "/", number, number, number}));
}

/// To its end; the numbers of its calls.
inline std::vector<int> let_run(Turn& turn, NativeThread& thread) {
  std::vector<int> calls;
  while (turn.next(thread)) {
    calls.push_back(thread.call->number);
    turn.let_through(thread);
  }
  return calls;
}

}  // namespace flybar::process
