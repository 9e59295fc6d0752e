// Cancelling a token between the firmware's two looks at it. What the host does in that moment is
// called from the barrier that stands there.
#include <gtest/gtest.h>

#include <functional>

extern "C" {
#include "firmware/trapeze/mcp.h"
}

namespace {

std::function<void()> host_acts;

}  // namespace

#undef lanai_barrier
#define lanai_barrier() host_acts()
#include "firmware/trapeze/ipt.h"

namespace flybar::firmware {
namespace {

constexpr std::uint32_t kToken = 5u << TPZ_TOKEN_KEY_SHIFT | 7;

class IptCancel : public testing::Test {
 protected:
  IptCancel() { entry = {}, entry.token = kToken; }
  tpz_ipt_entry& entry = tpz_endpoint.ipt[7];
};

TEST_F(IptCancel, TokenThatTheHostLeavesAloneIsUsedUp) {
  host_acts = [] {};

  EXPECT_EQ(ipt_consume(kToken), &entry);
  EXPECT_EQ(entry.consumed, kToken);
}

TEST_F(IptCancel, TokenThatIsCancelledAfterTheFirstLookIsNotUsed) {
  host_acts = [this] { entry.token = 0; };

  EXPECT_EQ(ipt_consume(kToken), nullptr);
  EXPECT_NE(entry.consumed, kToken);
}

TEST_F(IptCancel, HostThatCancelsAfterTheFirstLookHearsThatTheTokenMayBeInUse) {
  bool in_use = false;
  host_acts = [&] { entry.token = 0, in_use = entry.consumed == kToken; };
  ipt_consume(kToken);

  EXPECT_TRUE(in_use);
}

}  // namespace
}  // namespace flybar::firmware
