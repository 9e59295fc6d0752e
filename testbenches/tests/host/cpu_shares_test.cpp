#include "models/host/cpu/cpu_shares.h"

#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

using CpuSharesTest = HostBench;

TEST_F(CpuSharesTest, ArePercentOfTheTimeBetweenTwoMarks) {
  cpu.add_process([&](Cpu& c) {
    c.spend(7_us, kWork);
    c.sync();
    const CpuMark begin = mark(c);
    c.spend(1_us, kUserWork);
    c.spend(3_us, kWork);
    c.sleep(6_us);
    const CpuShares shares = shares_between(begin, mark(c));
    EXPECT_DOUBLE_EQ(shares.user, 10);
    EXPECT_DOUBLE_EQ(shares.system, 30);
    EXPECT_DOUBLE_EQ(shares.interrupt, 0);
    EXPECT_DOUBLE_EQ(shares.idle, 60);
  });

  run();
}

TEST_F(CpuSharesTest, AnInterruptHasItsOwnShare) {
  cpu.on_interrupt(nic_line, [this](Cpu&) { nic_line.lower(kernel_time()); });
  At raise(agenda, 1_us, [&](Time now) { nic_line.raise(now); });
  cpu.add_process([&](Cpu& c) {
    const CpuMark begin = mark(c);
    c.sleep(14_us);
    const CpuShares shares = shares_between(begin, mark(c));
    EXPECT_DOUBLE_EQ(shares.interrupt, 50);
    EXPECT_DOUBLE_EQ(shares.busy(), 50);
  });

  run();
}

TEST_F(CpuSharesTest, NoTimeHasNoShares) {
  const CpuShares shares = shares_between(mark(cpu), mark(cpu));

  EXPECT_EQ(shares.idle, 0);
}

}  // namespace
}  // namespace flybar::host
