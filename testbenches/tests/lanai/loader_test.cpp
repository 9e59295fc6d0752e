#include "models/lanai/board/loader.h"

#include <algorithm>
#include <numeric>

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::lanai {
namespace {

using namespace literals;
using board::Control;

class LoaderTest : public host::HostBench {
 protected:
  /// Runs `body` as the only process of a host whose board has its window at address 0.
  void with_loader(const std::function<void(Loader&)>& body) {
    cpu.add_process([&](host::Cpu&) {
      Loader loader(cpu, {.bar0 = 0, .sram_size = 256_KB});
      body(loader);
    });
    run();
  }
  static std::vector<std::uint8_t> image(std::size_t bytes) {
    std::vector<std::uint8_t> image(bytes);
    std::iota(image.begin(), image.end(), std::uint8_t{1});
    return image;
  }
};

TEST_F(LoaderTest, TheImageLiesAtTheBeginOfTheSram) {
  const auto bytes = image(516);

  with_loader([&](Loader& loader) { loader.load(bytes, 32_B); });

  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), pio.memory.begin() + board::kSramOffset));
}

TEST_F(LoaderTest, TheChipIsInResetWithItsInterruptBlockedBeforeTheFirstByte) {
  with_loader([](Loader& loader) { loader.load(image(64), 32_B); });

  EXPECT_EQ(pio.writes.front().address, Control::kOffset);
  EXPECT_EQ(pio.writes.front().data[0],
            (Control::kResetOnMask | Control::kInterruptDisableMask) >> 24);
}

TEST_F(LoaderTest, ReleaseIsTheLastThatReachesTheBoard) {
  with_loader([](Loader& loader) {
    loader.load(image(64), 32_B);
    loader.release(Loader::Interrupt::kBlocked);
  });

  EXPECT_EQ(pio.writes.back().address, Control::kOffset);
  EXPECT_EQ(pio.writes.back().data[0],
            (Control::kResetOffMask | Control::kInterruptDisableMask) >> 24);
}

TEST_F(LoaderTest, ReleaseEnablesTheInterruptIfAsked) {
  with_loader([](Loader& loader) { loader.release(Loader::Interrupt::kEnabled); });

  EXPECT_EQ(pio.writes.back().data[0],
            (Control::kResetOffMask | Control::kInterruptEnableMask) >> 24);
}

TEST_F(LoaderTest, TheImageTravelsInBurstsOfTheSizeAskedFor) {
  with_loader([](Loader& loader) { loader.load(image(32), 8_B); });

  ASSERT_EQ(pio.writes.size(), 1u + 4u);
  EXPECT_EQ(pio.writes[1].data.size(), 8u);
}

TEST_F(LoaderTest, ABurstOfNoWholeWordIsRoundedDown) {
  with_loader([](Loader& loader) { loader.load(image(32), 11_B); });

  EXPECT_EQ(pio.writes[1].data.size(), 8u);
}

TEST_F(LoaderTest, AnImageAsLargeAsTheSramFits) {
  with_loader([](Loader& loader) { loader.load(image(256 * 1024), 32_B); });

  EXPECT_EQ(pio.writes.size(), 1u + 256u * 1024 / 32);
}

TEST_F(LoaderTest, AnImageLargerThanTheSramIsRefusedBeforeTheBoardIsTouched) {
  with_loader([](Loader& loader) {
    EXPECT_THROW(loader.load(image(256 * 1024 + 4), 32_B), ConfigurationError);
  });

  EXPECT_TRUE(pio.writes.empty());
}

TEST(BoardAddresses, SramOfABoardOf1MbLiesBehindTheRegisters) {
  EXPECT_EQ((BoardAddresses{0x1000000, 512_KB}.sram()), 0x1000000u);
  EXPECT_EQ((BoardAddresses{0x1000000, 1024_KB}.sram()), 0x1100000u);
}

}  // namespace
}  // namespace flybar::lanai
