/// Who gets the SRAM in one clock?
#include "models/lanai/engines/arbiter.h"

#include <gtest/gtest.h>

namespace flybar::lanai {
namespace {

bool same(const Accesses& a, const Accesses& b) {
  return a.host == b.host && a.receive == b.receive && a.send == b.send && a.cpu == b.cpu;
}

/// All engines want one of two accesses.
Accesses contended(Arbitration order) {
  return arbitrate(order, {.host = 1, .receive = 1, .send = 1, .cpu = 2}, 2);
}

TEST(Arbiter, HostThenReceiveLeavesSendWithout) {
  EXPECT_TRUE(same(contended(Arbitration::kHostReceiveSendCpu), {.host = 1, .receive = 1}));
}

TEST(Arbiter, HostThenSendLeavesReceiveWithout) {
  EXPECT_TRUE(same(contended(Arbitration::kHostSendReceiveCpu), {.host = 1, .send = 1}));
}

TEST(Arbiter, ReceiveFirstTakesAllItWants) {
  const Accesses wants{.host = 1, .receive = 2};

  EXPECT_TRUE(same(arbitrate(Arbitration::kReceiveHostSendCpu, wants, 2), {.receive = 2}));
  EXPECT_TRUE(
      same(arbitrate(Arbitration::kHostReceiveSendCpu, wants, 2), {.host = 1, .receive = 1}));
}

TEST(Arbiter, ProcessorFirstTakesNoMoreThanItWants) {
  const Accesses wants{.host = 1, .receive = 1, .cpu = 1};

  EXPECT_TRUE(same(contended(Arbitration::kCpuHostReceiveSend), {.cpu = 2}));
  EXPECT_TRUE(same(arbitrate(Arbitration::kCpuHostReceiveSend, wants, 2), {.host = 1, .cpu = 1}));
}

TEST(Arbiter, ProcessorLastGetsAllThatIsLeft) {
  const Accesses wants{.host = 1};

  EXPECT_EQ(arbitrate(Arbitration::kHostReceiveSendCpu, wants, 4).cpu, 3);
  EXPECT_EQ(arbitrate(Arbitration::kHostReceiveSendCpu, wants, 1).cpu, 0);
}

}  // namespace
}  // namespace flybar::lanai
