// Messages that do not wait for others in a firmware that coalesces interrupts.
#include "testbenches/tests/firmware/endpoint_test.h"

extern "C" {
#include "firmware/common/lanai.h"
}

namespace flybar::firmware {
namespace {

constexpr std::uint32_t kLeast = 0, kUrgent = 2, kOther = 3, kLast = 31, kBeyond = 32 + kUrgent;

struct Way {
  std::uint32_t mode;
  std::uint32_t control_by_dma;
};

class Urgent : public EndpointTest, public testing::WithParamInterface<Way> {
 protected:
  Urgent() {
    config.notify_interrupt = 1;
    config.control_by_dma = GetParam().control_by_dma;
    config.coalesce_messages = 3;
    config.coalesce_ticks = 40;
    config.urgent_types = 1u << kUrgent;
  }
  void begin() { start(GetParam().mode); }
  void deliver(std::uint32_t type) {
    give();
    arrive({{}, {}, 0, type << TPZ_TYPE_SHIFT | 1});
    run();
  }
};

TEST_P(Urgent, InterruptsAtOnce) {
  begin();
  deliver(kUrgent);
  EXPECT_EQ(chip.interrupts, 1u);
}

TEST_P(Urgent, OthersWait) {
  begin();
  deliver(kOther);
  deliver(kOther);
  EXPECT_EQ(chip.interrupts, 0u);
  deliver(kOther);
  EXPECT_EQ(chip.interrupts, 1u);
}

/// Types are eight bits, the mask has 32: no type beyond it is taken for one inside.
TEST_P(Urgent, TypeBeyondTheMaskWaits) {
  begin();
  deliver(kBeyond);
  deliver(255);
  EXPECT_EQ(chip.interrupts, 0u);
}

TEST_P(Urgent, BothEndsOfTheMaskCount) {
  config.urgent_types = 1u << kLeast | 1u << kLast;
  begin();
  deliver(kLeast);
  EXPECT_EQ(chip.interrupts, 1u);
  chip.clear_host_signal();
  deliver(kLast);
  EXPECT_EQ(chip.interrupts, 2u);
  chip.clear_host_signal();
  deliver(kUrgent);
  EXPECT_EQ(chip.interrupts, 2u);
}

/// The host takes all that is there, so those that waited need no interrupt of their own.
TEST_P(Urgent, BringsThoseThatWaited) {
  begin();
  deliver(kOther);
  deliver(kOther);
  deliver(kUrgent);
  EXPECT_EQ(chip.interrupts, 1u);
  chip.clear_host_signal();
  chip.write(LANAI_RTC_OFFSET, 1000);
  run();
  EXPECT_EQ(chip.interrupts, 1u);
  deliver(kOther);
  deliver(kOther);
  EXPECT_EQ(chip.interrupts, 1u);
}

/// One at a time: a host that has not seen the last interrupt will find this message, too.
TEST_P(Urgent, RaisesNoneThatTheHostHasNotSeen) {
  begin();
  deliver(kUrgent);
  deliver(kUrgent);
  EXPECT_EQ(chip.interrupts, 1u);
}

TEST_P(Urgent, RaisesNoneForAHostThatPolls) {
  config.notify_interrupt = 0;
  begin();
  deliver(kUrgent);
  EXPECT_EQ(chip.interrupts, 0u);
}

INSTANTIATE_TEST_SUITE_P(Ways, Urgent,
                         testing::Values(Way{TPZ_MODE_EAGER, 0}, Way{TPZ_MODE_EAGER, 1},
                                         Way{TPZ_MODE_FUNCTIONAL, 0}, Way{TPZ_MODE_FUNCTIONAL, 1}));

}  // namespace
}  // namespace flybar::firmware
