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

TEST(HostParamsTable, AFrameThatIsNoPowerOfTwoIsRefused) {
  HostParams params;
  Parameters table;
  describe(table, params, "host.");

  EXPECT_NO_THROW(table.set("host.frame", "8 KB"));
  EXPECT_THROW(table.set("host.frame", "6 KB"), ConfigurationError);
}

TEST(KernelWork, TakesItsTimeOnTheReferenceClock) {
  EXPECT_EQ(HostParams().kernel_work(1_us), 1_us);
}

TEST(ProgramWork, TakesHalfTheTimeOnTwiceTheReferenceClock) {
  HostParams params;
  params.reference_clock = Time::ns(5);
  params.clock = Time::ps(2500);

  EXPECT_EQ(params.program_work(10_us), 5_us);
}

TEST(KernelWork, IsThatOfTheProcessorWhoseTimesAreGiven) {
  HostParams params;
  params.reference_clock = params.clock = Time::ns(5);

  EXPECT_EQ(params.kernel_work(10_us), 10_us);
}

TEST(KernelWork, IsNotQuickerForTheClockWhereItIsMemoryTime) {
  HostParams params;
  params.clock = Time::ps(HostParams::kReferenceClock.ps() / 4);
  params.memory_share = 0.2;

  EXPECT_EQ(params.kernel_work(10_us), 2_us + 2_us);
}

}  // namespace
}  // namespace flybar::host
