/// Bytes of AAL5, and the times of its cells.
#include "models/lan/wire/aal5.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string_view>

#include "models/lan/params.h"

namespace flybar::lan {
namespace {

TEST(Aal5, CheckHasTheCheckValueOfItsCatalogue) {
  constexpr std::string_view kText = "123456789";
  EXPECT_EQ(aal5::check_of(std::vector<std::uint8_t>(kText.begin(), kText.end())), 0xFC891918U);
}

TEST(Aal5, FortyBytesFitIntoACellWithTheirTrailer) {
  for (const auto& [length, cells] : {std::pair{1, 1}, {40, 1}, {41, 2}, {88, 2}, {89, 3}}) {
    std::vector<std::uint8_t> packet(static_cast<std::size_t>(length), 0x11);
    aal5::close(packet);
    EXPECT_EQ(packet.size(), static_cast<std::size_t>(cells) * 48);
    EXPECT_EQ(aal5::length_of(packet), static_cast<std::size_t>(length));
  }
}

/// The first three examples of ITU-T I.363.5: zeros, ones, and the numbers 1 to 40.
TEST(Aal5, TrailersAreThoseOfTheStandard) {
  std::vector<std::uint8_t> numbers(40);
  std::iota(numbers.begin(), numbers.end(), std::uint8_t{1});
  using Bytes = std::vector<std::uint8_t>;
  const std::pair<Bytes, Bytes> examples[] = {
      {Bytes(40, 0), {0, 0, 0, 40, 0x86, 0x4D, 0x7F, 0x99}},
      {Bytes(40, 0xFF), {0, 0, 0, 40, 0xC5, 0x5E, 0x45, 0x7A}},
      {numbers, {0, 0, 0, 40, 0xBF, 0x67, 0x1E, 0xD0}}};
  for (const auto& [data, trailer] : examples) {
    Bytes packet = data;
    aal5::close(packet);
    EXPECT_EQ(Bytes(packet.begin() + 40, packet.end()), trailer);
  }
}

TEST(Aal5, WrongBitIsFound) {
  std::vector<std::uint8_t> packet(100, 9);
  aal5::close(packet);
  packet[17] ^= 4;
  EXPECT_EQ(aal5::length_of(packet), std::nullopt);
}

/// 53 bytes of 8 bits at 149.76 Mb/s.
TEST(Aal5, CellTakesItsTimeOfThePayloadOfSonet) {
  const Line line(Framing::kAal5, Rate::bytes_per_second(19'440'000));
  EXPECT_NEAR(line.at(48).us(), 2.8312, 0.0005);
  EXPECT_EQ(line.at(49), line.at(96));
  // A page with headers of UDP and of a call: 173 cells.
  EXPECT_NEAR(line.at(aal5::padded(8 + 28 + 12 + 8192)).us(), 489.8, 3);
  EXPECT_EQ(line.passed(line.at(48) - Time::ps(1)), 0U);
  EXPECT_EQ(line.passed(line.at(48)), 48U);
}

TEST(Line, BytesOfEthernetPassBehindThePreamble) {
  const Line line(Framing::kEthernet, Rate::bytes_per_second(12'500'000));
  EXPECT_EQ(line.at(64), Time::ns(5760));
  EXPECT_EQ(line.at(1518) + line.gap(), Time::ns(80 * 1538));
  EXPECT_EQ(line.passed(Time::ns(640 + 79)), 0U);
  EXPECT_EQ(line.passed(Time::ns(640 + 80)), 1U);
}

}  // namespace
}  // namespace flybar::lan
