#include "models/common/quantity.h"

#include <gtest/gtest.h>

namespace flybar::quantity {
namespace {

using namespace literals;

TEST(Time, IsReadInEveryUnit) {
  EXPECT_EQ(parse_time("30 ns"), 30_ns);
  EXPECT_EQ(parse_time("1.5 us"), 1500_ns);
  EXPECT_EQ(parse_time("6.25ns"), 6250_ps);
  EXPECT_EQ(parse_time(" 2 ms "), 2_ms);
  EXPECT_EQ(parse_time("1 s"), 1000_ms);
  EXPECT_EQ(parse_time("7 ps"), 7_ps);
}

TEST(Time, WithoutAUnitOrWithAnotherIsNone) {
  for (const char* text : {"30", "", "ns", "30 B", "30 NS", "thirty ns", "30 ns 5", "nan ns"})
    EXPECT_EQ(parse_time(text), std::nullopt) << text;
}

TEST(Time, FinerThanAPicosecondIsNone) {
  EXPECT_EQ(parse_time("0.001 ns"), 1_ps);
  EXPECT_EQ(parse_time("0.0001 ns"), std::nullopt);
}

TEST(Time, TooLongForTheSimulatorIsNone) {
  EXPECT_EQ(parse_time("9000 s"), Time::ps(9'000'000'000'000'000));
  EXPECT_EQ(parse_time("9001 s"), std::nullopt);
  EXPECT_EQ(parse_time("1e300 s"), std::nullopt);
}

TEST(Time, TextReadsBackTheSame) {
  for (const Time t : {0_ns, 1_ps, 6250_ps, 1500_ns, 30_ns, 123456789_ps, 4_ms})
    EXPECT_EQ(parse_time(print(t)), t) << print(t);
}

TEST(Time, IsPrintedInTheLargestUnitThatHoldsOne) {
  EXPECT_EQ(print(1500_ns), "1.5 us");
  EXPECT_EQ(print(6250_ps), "6.25 ns");
  EXPECT_EQ(print(Time()), "0 ns");
}

TEST(Size, KilobytesAndMegabytesArePowersOfTwo) {
  EXPECT_EQ(parse_bytes("8 KB"), 8192_B);
  EXPECT_EQ(parse_bytes("1.5 KB"), 1536_B);
  EXPECT_EQ(parse_bytes("1 MB"), Bytes(1 << 20));
}

TEST(Size, WithoutAUnitOrWithAFractionOfAByteIsNone) {
  for (const char* text : {"512", "0.5 B", "512 ns", "512 kb", "1 MB/s"})
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
}

TEST(Size, IsPrintedWithoutAFraction) {
  EXPECT_EQ(print(1280_B), "1280 B");
  EXPECT_EQ(print(8192_B), "8 KB");
  EXPECT_EQ(print(0_B), "0 B");
}

TEST(Rate, IsReadInMegabytesOrGigabits) {
  EXPECT_EQ(parse_rate("160 MB/s"), Rate::mb_per_s(160));
  EXPECT_EQ(parse_rate("1.28 Gb/s"), Rate::mb_per_s(160));
  EXPECT_EQ(parse_rate("160 MB"), std::nullopt);
}

TEST(Rate, TextReadsBackTheSame) {
  const flybar::Rate rate = flybar::Rate::bytes_per_second(128'500'001);

  EXPECT_EQ(parse_rate(print(rate)), rate);
}

TEST(Clock, PeriodOfADataBookFrequencyIsRoundedToTenPicoseconds) {
  EXPECT_EQ(parse_clock("33.33 MHz"), 30_ns);
  EXPECT_EQ(parse_clock("66.67 MHz"), 15_ns);
  EXPECT_EQ(parse_clock("37.5 MHz"), 26670_ps);
  EXPECT_EQ(parse_clock("500 MHz"), 2_ns);
}

TEST(Clock, ZeroNegativeOrBareFrequencyIsNone) {
  for (const char* text : {"0 MHz", "-33 MHz", "33.33", "30 ns", "1e9 GHz"})
    EXPECT_EQ(parse_clock(text), std::nullopt) << text;
}

TEST(Clock, IsPrintedAsDataBooksWriteIt) {
  EXPECT_EQ(print_clock(30_ns), "33.33 MHz");
  EXPECT_EQ(print_clock(2_ns), "500 MHz");
  EXPECT_EQ(parse_clock(print_clock(26670_ps)), 26670_ps);
}

TEST(Cycles, NeedTheirUnit) {
  EXPECT_EQ(parse_cycles("8 cycles"), 8_cycles);
  EXPECT_EQ(parse_cycles("1 cycle"), 1_cycles);
  EXPECT_EQ(parse_cycles("8"), std::nullopt);
  EXPECT_EQ(parse_cycles("0.5 cycles"), std::nullopt);
}

TEST(Count, IsAWholeNumberWithoutAUnit) {
  EXPECT_EQ(parse_count("50"), 50);
  EXPECT_EQ(parse_count("50 B"), std::nullopt);
  EXPECT_EQ(parse_count("5.0"), std::nullopt);
  EXPECT_EQ(parse_count("99999999999999999999"), std::nullopt);
}

TEST(Number, NeedsExactlyItsUnit) {
  EXPECT_EQ(parse_number("4.92 m", "m"), 4.92);
  EXPECT_EQ(parse_number("25%", "%"), 25);
  EXPECT_EQ(parse_number("4.92", "m"), std::nullopt);
  EXPECT_EQ(parse_number("0.5", ""), 0.5);
  EXPECT_EQ(print_number(4.92, "m"), "4.92 m");
}

}  // namespace
}  // namespace flybar::quantity
