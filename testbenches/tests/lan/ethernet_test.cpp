/// Bytes of Ethernet.
#include "models/lan/wire/ethernet.h"

#include <gtest/gtest.h>

#include <string_view>

namespace flybar::lan {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

TEST(Ethernet, CheckHasTheCheckValueOfItsCatalogue) {
  EXPECT_EQ(ethernet::check_of(bytes_of("123456789")), 0xCBF43926U);
}

/// The check of all bytes with their check is the same for any frame.
TEST(Ethernet, FrameWithItsCheckLeavesTheResidueOfTheStandard) {
  std::vector<std::uint8_t> frame(100, 0x5A);
  ethernet::close(frame);
  EXPECT_EQ(~ethernet::check_of(frame), 0xDEBB20E3U);
}

TEST(Ethernet, CheckLeavesLowByteFirst) {
  // 60 bytes of zeros: the shortest frame.
  std::vector<std::uint8_t> frame;
  ethernet::close(frame);
  ASSERT_EQ(frame.size(), 64U);
  EXPECT_EQ(std::vector<std::uint8_t>(frame.end() - 4, frame.end()),
            (std::vector<std::uint8_t>{0x08, 0x89, 0x12, 0x04}));
}

TEST(Ethernet, FrameOf60BytesIsNotPadded) {
  for (const std::size_t size : {59, 60, 61}) {
    std::vector<std::uint8_t> frame(size, 1);
    ethernet::close(frame);
    EXPECT_EQ(frame.size(), std::max<std::size_t>(size, 60) + 4);
    EXPECT_TRUE(ethernet::is_sound(frame));
  }
}

TEST(Ethernet, EveryWrongBitIsFound) {
  std::vector<std::uint8_t> frame(60, 7);
  ethernet::close(frame);
  for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
    frame[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    EXPECT_FALSE(ethernet::is_sound(frame)) << bit;
    frame[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
  }
}

TEST(Ethernet, NodeIsTheEndOfItsAddress) {
  EXPECT_EQ(ethernet::address_of(3), (ethernet::Address{2, 0, 0, 0, 0, 3}));
  EXPECT_EQ(ethernet::port_of(ethernet::address_of(300)), 300U);
  EXPECT_EQ(ethernet::port_of(std::vector<std::uint8_t>(6, 0xFF)), std::nullopt);
}

}  // namespace
}  // namespace flybar::lan
