// Who reads ahead.
#include "testbenches/tests/nfs/nfs_bench.h"

namespace flybar::nfs {
namespace {

class BiodsTest : public NfsBench {
 protected:
  std::int64_t used() const {
    const auto done = biods->done();
    return std::count_if(done.begin(), done.end(), [](std::uint64_t one) { return one > 0; });
  }
};

TEST_F(BiodsTest, OneBlockBeyondTheOneThatIsReadIsOnItsWay) {
  run([&](Cpu& cpu) {
    EXPECT_EQ(file->read(0, kBlock, buffer), std::int64_t{kBlock});
    cpu.sleep(10_ms);
  });
  EXPECT_EQ(client->counters().calls, 2u);
  EXPECT_EQ(file->counters().ahead, 1u);
}

TEST_F(BiodsTest, AReadOutOfSequenceReadsNothingAhead) {
  run([&](Cpu&) { EXPECT_EQ(file->read(4 * kBlock, kBlock, buffer), std::int64_t{kBlock}); });
  EXPECT_EQ(file->counters().ahead, 0u);
}

TEST_F(BiodsTest, ThoseThatTheReadAheadDoesNotNeedStayIdle) {
  run([&](Cpu&) { EXPECT_EQ(read_all(), 0); });
  EXPECT_EQ(file->counters().ahead, 15u);
  EXPECT_LE(used(), 2);
}

TEST_F(BiodsTest, MoreReadAheadUsesMoreOfThem) {
  params.read_ahead = 4;
  run([&](Cpu&) { EXPECT_EQ(read_all(), 0); });
  EXPECT_GE(used(), 3);
  EXPECT_LE(used(), 5);
}

TEST_F(BiodsTest, ABlockForWhichNoneIsIdleIsNotReadAhead) {
  params.read_ahead = 4;
  daemons = 1;
  run([&](Cpu&) { EXPECT_EQ(read_all(), 0); });
  EXPECT_EQ(used(), 1);
  EXPECT_GT(file->counters().no_biod, 0u);
}

TEST_F(BiodsTest, NothingIsReadAheadBeyondTheEnd) {
  file_size = kBlock;
  run([&](Cpu&) { EXPECT_EQ(read_all(), 0); });
  EXPECT_EQ(client->counters().calls, 1u);
}

TEST_F(BiodsTest, BlocksShorterThanAFrame) {
  block_size = 1024;
  file_size = 20 * 1024;
  run([&](Cpu&) { EXPECT_EQ(read_all(), 0); });
  EXPECT_EQ(client->counters().calls, 20u);
}

}  // namespace
}  // namespace flybar::nfs
