#include "models/host/cpu/cpu_script.h"

#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

/// Nobody else wants the CPU.
struct Alone : CpuScript::Owner {
  bool claims_cpu(CpuScript&, Time) override { return false; }
  bool may_claim_cpu() const override { return false; }
  void finished(CpuScript&, Time) override {}
};

class CpuScriptTest : public HostBench {
 protected:
  CpuUse use;
  Alone alone;
  CpuScript script{{agenda, pio, memory, use, params.poll_check, params.dma_byte_cost, 0, false},
                   alone};
};

TEST_F(CpuScriptTest, OneThatHasEndedIsNotInUserMode) {
  script.spend(1_us, true);
  script.start(Time());
  EXPECT_TRUE(script.in_user_mode());

  run();

  EXPECT_TRUE(script.done());
  EXPECT_FALSE(script.in_user_mode());
}

}  // namespace
}  // namespace flybar::host
