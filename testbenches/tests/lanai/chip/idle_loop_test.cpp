/// What a recording of a loop keeps, and what it forgets.
#include <gtest/gtest.h>

#include "models/lanai/run/chip_bus.h"
#include "models/lanai/run/idle_loop.h"

namespace flybar::lanai {
namespace {

struct Recording {
  Sram sram{Bytes(4096), Processor<ChipBus>::kSteps};
  Core core{sram};
  IdleLoop loop;

  void store(std::uint32_t words) {
    for (std::uint32_t word = 0; word < words; ++word) loop.stored(sram, 4 * word);
  }
  bool retire(std::int64_t clock) { return loop.retired(core, sram, clock, {}); }
};

TEST(IdleLoopTest, IsFoundWhenTheProgramComesBackToTheSameState) {
  Recording recording;
  recording.loop.begin(0);
  EXPECT_FALSE(recording.retire(1));
  EXPECT_TRUE(recording.retire(9));
  EXPECT_EQ(recording.loop.lap_clocks(), 8);
}

TEST(IdleLoopTest, OfMoreThan64StoresIsNoneAndIsNotLookedForAgain) {
  Recording recording;
  recording.loop.begin(0);
  recording.store(65);
  EXPECT_FALSE(recording.retire(1));
  EXPECT_FALSE(recording.loop.recording());
  EXPECT_FALSE(recording.loop.promising());
}

TEST(IdleLoopTest, IsFoundAfterARecordingThatStoredTooMuch) {
  Recording recording;
  recording.loop.begin(0);
  recording.store(65);
  recording.retire(1);
  recording.loop.encourage();
  recording.loop.begin(1000);
  EXPECT_FALSE(recording.retire(1001));
  EXPECT_TRUE(recording.retire(1009));
}

}  // namespace
}  // namespace flybar::lanai
