// When a firmware that coalesces interrupts the host.
#include "testbenches/tests/firmware/endpoint_test.h"

extern "C" {
#include "firmware/common/lanai.h"
}

namespace flybar::firmware {
namespace {

class Coalesce : public EndpointTest, public testing::WithParamInterface<std::uint32_t> {
 protected:
  Coalesce() {
    config.notify_interrupt = 1;
    config.coalesce_messages = 3;
    config.coalesce_ticks = 40;
    start(GetParam());
  }
  void deliver(int messages) {
    for (int i = 0; i < messages; ++i) give(), arrive({{}, {}, 0, 1});
    run();
  }
  void run_at(std::uint32_t ticks) {
    chip.write(LANAI_RTC_OFFSET, ticks);
    run();
  }
};

TEST_P(Coalesce, OneMessageTooFewRaisesNoInterrupt) {
  deliver(2);
  EXPECT_EQ(chip.interrupts, 0u);
}

TEST_P(Coalesce, EnoughMessagesRaiseOne) {
  deliver(3);
  EXPECT_EQ(chip.interrupts, 1u);
}

TEST_P(Coalesce, NextGroupIsCountedAnew) {
  deliver(3);
  chip.clear_host_signal();
  deliver(2);
  EXPECT_EQ(chip.interrupts, 1u);
  deliver(1);
  EXPECT_EQ(chip.interrupts, 2u);
}

TEST_P(Coalesce, MessageThatHasWaitedLongEnoughRaisesOneByItself) {
  deliver(1);
  run_at(39);
  EXPECT_EQ(chip.interrupts, 0u);
  run_at(40);
  EXPECT_EQ(chip.interrupts, 1u);
}

TEST_P(Coalesce, WaitCountsFromTheFirstMessage) {
  deliver(1);
  chip.write(LANAI_RTC_OFFSET, 39);
  deliver(1);
  run_at(40);
  EXPECT_EQ(chip.interrupts, 1u);
}

INSTANTIATE_TEST_SUITE_P(Modes, Coalesce, testing::Values(TPZ_MODE_EAGER, TPZ_MODE_FUNCTIONAL));

}  // namespace
}  // namespace flybar::firmware
