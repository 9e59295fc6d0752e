#include "models/myrinet/link/crc8.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace flybar::myrinet {
namespace {

using Data = std::vector<std::uint8_t>;

Data text(std::string_view characters) {
  return {characters.begin(), characters.end()};
}

TEST(Crc8, HasTheCheckValueOfItsPolynomial) {
  EXPECT_EQ(crc8(0, text("123456789")), 0xf4);
}

TEST(Crc8, IsTheSameInOnePieceAndInMany) {
  const Data data = text("The quick brown fox jumps over the lazy dog, and again over the dog.");
  for (std::size_t cut = 0; cut <= data.size(); ++cut) {
    const std::span all(data);
    EXPECT_EQ(crc8(crc8(0, all.first(cut)), all.subspan(cut)), crc8(0, data));
  }
}

TEST(Crc8, OfALongPieceIsThatOfItsParts) {
  Data data(5000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(i * i >> 3);
  std::uint8_t crc = 0x5a;
  for (const std::uint8_t& byte : data) crc = crc8(crc, {&byte, 1});
  EXPECT_EQ(crc8(0x5a, data), crc);
}

TEST(Crc8Sum, IsTheCrcWhateverThePortions) {
  const Data data = text("The quick brown fox jumps over the lazy dog, and again over the dog.");
  Crc8Sum sum;
  Data all;
  for (std::size_t count = 0; count < 200; ++count) {
    const std::span part = std::span(data).first(count % data.size());
    sum.add(part);
    all.insert(all.end(), part.begin(), part.end());
    ASSERT_EQ(sum.value(), crc8(0, all));
  }
}

TEST(Crc8, ShiftIsWhatZeroBytesDo) {
  for (std::uint64_t zeros : {0, 1, 2, 15, 16, 126, 127, 128, 1000})
    EXPECT_EQ(crc8_shift(0xa5, zeros), crc8(0xa5, Data(zeros))) << zeros;
}

TEST(Crc8, OfARouteByteCanBeTakenOut) {
  const Data packet = text("\x83what follows");
  const Data rest(packet.begin() + 1, packet.end());
  const std::uint8_t head = crc8(0, {packet.data(), 1});
  EXPECT_EQ(crc8(0, packet) ^ crc8_shift(head, rest.size()), crc8(0, rest));
}

TEST(Crc8, OfAPacketAndItsCrcIsZero) {
  Data packet = text("anything");
  packet.push_back(crc8(0, packet));
  EXPECT_EQ(crc8(0, packet), 0);
}

}  // namespace
}  // namespace flybar::myrinet
