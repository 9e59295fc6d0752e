// DMA bandwidth against closed formulas and against what the chip sets are known for.
#include <gtest/gtest.h>

#include "models/pci/chipsets.h"
#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

constexpr Bytes kPage = 8_KB;

Time page_time(const BridgeParams& params, bool to_card) {
  World world(params);
  if (to_card) {
    world.dma().read(0_ns, 0, kPage);
  } else {
    world.dma().write(0_ns, 0, pattern(kPage));
  }
  world.run();
  return world.dma().finished;
}

double mb_per_s(Bytes size, Time time) {
  return static_cast<double>(size.count) / time.us();
}

/// Clocks for `size` bytes from address 0: every block costs its address phase, the lost clocks and
/// its data, and four clocks until the next FRAME# (REQ# off for two, a new arbitration).
std::int64_t closed_form(Bytes size, Bytes block, Cycles lost, Cycles per_word) {
  const std::int64_t words = size.count / 4;
  const std::int64_t blocks = (size.count + block.count - 1) / block.count;
  return 2 + words * per_word.count + blocks * (1 + lost.count) + (blocks - 1) * 4;
}

class DmaCurve : public testing::TestWithParam<int> {};

TEST_P(DmaCurve, ReadsInBlocksFollowTheClosedForm) {
  BridgeParams params = plain_bridge();
  params.read_latency = 11_cycles;
  params.read_disconnect = 64_B;
  World world(params);
  const Bytes size(GetParam());

  world.dma().read(0_ns, 0, size);
  world.run();

  EXPECT_EQ(world.dma().finished, world.clocks(closed_form(size, 64_B, 11_cycles, 1_cycles)));
}

TEST_P(DmaCurve, WritesWithAWaitStateFollowTheClosedForm) {
  BridgeParams params = plain_bridge();
  params.write_wait = 1_cycles;
  World world(params);
  const Bytes size(GetParam());

  world.dma().write(0_ns, 0, pattern(size));
  world.run();

  EXPECT_EQ(world.dma().finished, world.clocks(closed_form(size, 64_KB, 1_cycles, 2_cycles)));
}

INSTANTIATE_TEST_SUITE_P(Sizes, DmaCurve,
                         testing::Values(4, 60, 64, 68, 512, 1280, 4096, 8192, 16384));

TEST(DmaCurve, AlcorReadsAPageAtAbout128MBPerSecond) {
  EXPECT_NEAR(mb_per_s(kPage, page_time(cia(), true)), 128.0, 1.5);
}

TEST(DmaCurve, AlcorWritesAPageAtHalfRate) {
  EXPECT_NEAR(mb_per_s(kPage, page_time(cia(), false)), 65.0, 2.0);
}

TEST(DmaCurve, MiataReadsAPageAtHalfRate) {
  EXPECT_NEAR(mb_per_s(kPage, page_time(pyxis(), true)), 66.0, 1.0);
}

TEST(DmaCurve, MiataWritesAPageAtNearlyFullRate) {
  EXPECT_GT(mb_per_s(kPage, page_time(pyxis(), false)), 130.0);
}

TEST(DmaCurve, PentiumIIReadsAPageAtNearlyFullRate) {
  EXPECT_GT(mb_per_s(kPage, page_time(i440lx(), true)), 130.0);
}

TEST(DmaCurve, PentiumIIWritesAPageAtNearlyFullRate) {
  EXPECT_GT(mb_per_s(kPage, page_time(i440lx(), false)), 130.0);
}

// Another explanation of Alcor's writes, which gives the same rate for a page.
TEST(DmaCurve, DisconnectEach64BytesAlsoGivesHalfRate) {
  BridgeParams params = cia();
  params.write_wait = 0_cycles;
  params.write_disconnect = 64_B;
  params.write_latency = 12_cycles;

  EXPECT_NEAR(mb_per_s(kPage, page_time(params, false)), 65.0, 2.0);
}

}  // namespace
}  // namespace flybar::pci
