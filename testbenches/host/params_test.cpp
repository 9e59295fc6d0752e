#include "models/host/params.h"

#include <gtest/gtest.h>

#include "models/common/fault.h"

namespace flybar::host {
namespace {

using namespace literals;

TEST(HostParamsTable, EveryDefaultIsWithinItsLimits) {
  HostParams params;
  Parameters table;
  describe(table, params, "host.");

  for (const Parameter& row : table.all()) EXPECT_NO_THROW(row.set(row.default_value)) << row.key;
}

TEST(HostParamsTable, AFrameThatIsNoPowerOfTwoIsReported) {
  HostParams params;
  Parameters table;
  describe(table, params, "host.");

  table.set("host.frame", "6 KB");

  EXPECT_EQ(table.faults().size(), 1u);
}

TEST(KernelWork, TakesItsTimeOnTheReferenceClock) {
  EXPECT_EQ(HostParams().kernel_work(1_us), 1_us);
}

TEST(KernelWork, IsNotQuickerForTheClockWhereItIsMemoryTime) {
  HostParams params;
  params.clock = Time::ps(HostParams::kReferenceClock.ps() / 4);
  params.memory_share = 0.2;

  EXPECT_EQ(params.kernel_work(10_us), 2_us + 2_us);
}

}  // namespace
}  // namespace flybar::host
