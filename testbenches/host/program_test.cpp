#include "models/host/program.h"

#include "testbenches/host/host_bench.h"

namespace flybar::host {
namespace {

/// Nobody else wants the CPU.
struct Alone : Program::Owner {
  bool claims_cpu(Program&, Time) override { return false; }
  void finished(Program&, Time) override {}
};

class ProgramTest : public HostBench {
 protected:
  CpuUse use;
  Alone alone;
  Program program{{agenda, pio, memory, use, params.poll_check, params.dma_byte_cost, 0, false},
                  alone};
};

TEST_F(ProgramTest, OneThatHasEndedIsNotInUserMode) {
  program.spend(1_us, true);
  program.start(Time());
  EXPECT_TRUE(program.in_user_mode());

  run();

  EXPECT_TRUE(program.done());
  EXPECT_FALSE(program.in_user_mode());
}

}  // namespace
}  // namespace flybar::host
