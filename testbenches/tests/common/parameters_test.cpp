#include "models/common/parameters.h"

#include <gtest/gtest.h>

#include <map>

#include "models/common/quantity.h"

namespace flybar {
namespace {

using namespace literals;

enum class Mode { kStatic, kEager };

struct DeviceParams {
  Time setup = 30_ns;
  Bytes threshold = 512_B;
  Cycles wait = 3_cycles;
  Rate rate = Rate::mb_per_s(160);
  std::int64_t ports = 8;
  double cable = 10;
  bool merge = true;
  Mode mode = Mode::kEager;
  Time clock = 30_ns;
  std::vector<Bytes> sizes = {64_B, 8_KB};
  Bytes burst = 512_B;
  Bytes line = 32_B;
  std::uint32_t kinds = 0;
};

constexpr About kAbout{"a value", "a data sheet", Confidence::kGuess};

/// A device with one parameter of each kind.
class ParametersTest : public testing::Test {
 protected:
  ParametersTest() {
    table.add("dev.setup", device.setup, {0_ns, 1_us}, kAbout);
    table.add("dev.threshold", device.threshold, {64_B, 8_KB}, kAbout);
    table.add("dev.wait", device.wait, {1_cycles, 8_cycles}, kAbout);
    table.add("dev.rate", device.rate, {Rate::mb_per_s(80), Rate::mb_per_s(250)}, kAbout);
    table.add("dev.ports", device.ports, {2, 16}, kAbout);
    table.add("dev.cable", device.cable, "m", {0, 25}, kAbout);
    table.add("dev.merge", device.merge, kAbout);
    table.add_choice("dev.mode", device.mode, {{"static", Mode::kStatic}, {"eager", Mode::kEager}},
                     kAbout);
    table.add_clock("dev.clock", device.clock, {15_ns, 60_ns}, kAbout);
    table.add("dev.sizes", device.sizes, {4_B, 64_KB}, kWords, kAbout);
    table.add("dev.burst", device.burst, {64_B, 4_KB}, kWords, kAbout);
    table.add_set("dev.kinds", device.kinds, kAbout);
    table.add("dev.line", device.line, {4_B, 64_B}, kPowersOfTwo, kAbout);
  }
  std::string error_of(const char* key, const char* text) {
    try {
      table.set(key, text);
    } catch (const ParameterError& error) {
      return error.what();
    }
    return "accepted";
  }
  DeviceParams device;
  Parameters table;
};

TEST_F(ParametersTest, SettingOfEveryKindReachesItsField) {
  table.set("dev.setup", "0.5 us");
  table.set("dev.threshold", "1 KB");
  table.set("dev.wait", "8 cycles");
  table.set("dev.rate", "80 MB/s");
  table.set("dev.ports", "16");
  table.set("dev.cable", "2.5 m");
  table.set("dev.merge", "off");
  table.set("dev.mode", "static");
  table.set("dev.clock", "66.67 MHz");
  table.set("dev.sizes", "128 B, 1 KB");

  EXPECT_EQ(device.setup, 500_ns);
  EXPECT_EQ(device.threshold, 1_KB);
  EXPECT_EQ(device.wait, 8_cycles);
  EXPECT_EQ(device.rate, Rate::mb_per_s(80));
  EXPECT_EQ(device.ports, 16);
  EXPECT_EQ(device.cable, 2.5);
  EXPECT_FALSE(device.merge);
  EXPECT_EQ(device.mode, Mode::kStatic);
  EXPECT_EQ(device.clock, 15_ns);
  EXPECT_EQ(device.sizes, (std::vector<Bytes>{128_B, 1_KB}));
}

TEST_F(ParametersTest, ValueAsTextReadsBackTheSame) {
  for (const Parameter& parameter : table.all()) {
    const std::string before = parameter.value();
    table.set(parameter.key, before);
    EXPECT_EQ(parameter.value(), before);
    EXPECT_EQ(parameter.value(), parameter.default_value);
  }
}

TEST_F(ParametersTest, SetIsReadWithSpacesOrCommasAndPrintedInOrder) {
  EXPECT_EQ(table.find("dev.kinds")->value(), "none");
  table.set("dev.kinds", "31, 0  2,2");
  EXPECT_EQ(device.kinds, 0x8000'0005u);
  EXPECT_EQ(table.find("dev.kinds")->value(), "0 2 31");
  table.set("dev.kinds", "none");
  EXPECT_EQ(device.kinds, 0u);
}

TEST_F(ParametersTest, NumberOutsideASetIsRefused) {
  table.set("dev.kinds", "1");
  for (const char* text : {"32", "-1", "1 x", "1.5", "none 1"})
    EXPECT_EQ(error_of("dev.kinds", text), std::string("dev.kinds: \"") + text +
                                               "\" is no such set; allowed: numbers of 0 .. 31 "
                                               "separated by spaces, or none; write for example "
                                               "\"1 2\"");
  EXPECT_EQ(device.kinds, 2u);
}

TEST_F(ParametersTest, AreListedInTheOrderOfDeclaration) {
  EXPECT_EQ(table.all().front().key, "dev.setup");
  EXPECT_EQ(table.all().back().key, "dev.line");
}

TEST_F(ParametersTest, DefaultStaysWhenTheValueChanges) {
  table.set("dev.mode", "static");

  EXPECT_EQ(table.find("dev.mode")->value(), "static");
  EXPECT_EQ(table.find("dev.mode")->default_value, "eager");
}

TEST_F(ParametersTest, BareNumberIsRefusedWithAnExample) {
  EXPECT_EQ(error_of("dev.threshold", "512"),
            "dev.threshold: \"512\" is not a size with its unit; allowed: 64 B .. 8 KB; write for "
            "example \"512 B\"");
  EXPECT_EQ(error_of("dev.wait", "3"),
            "dev.wait: \"3\" is not a number of cycles; allowed: 1 cycle .. 8 cycles; write for "
            "example \"3 cycles\"");
}

TEST_F(ParametersTest, UnitOnACountIsRefused) {
  EXPECT_EQ(error_of("dev.ports", "8 ports"),
            "dev.ports: \"8 ports\" is not a whole number without a unit; allowed: 2 .. 16; write "
            "for example \"8\"");
}

TEST_F(ParametersTest, ValueAtTheLimitIsAllowedAndJustBeyondRefused) {
  EXPECT_EQ(error_of("dev.threshold", "64 B"), "accepted");
  EXPECT_EQ(error_of("dev.threshold", "63 B"),
            "dev.threshold: \"63 B\" is below 64 B; allowed: 64 B .. 8 KB; write for example "
            "\"512 B\"");
  EXPECT_EQ(error_of("dev.threshold", "8 KB"), "accepted");
  EXPECT_NE(error_of("dev.threshold", "8193 B"), "accepted");
}

TEST_F(ParametersTest, RefusedValueChangesNothing) {
  error_of("dev.threshold", "0 B");
  error_of("dev.sizes", "64 B, 1 B");

  EXPECT_EQ(device.threshold, 512_B);
  EXPECT_EQ(device.sizes.size(), 2u);
}

TEST_F(ParametersTest, ClockLimitsAreShownAsFrequencies) {
  EXPECT_EQ(table.find("dev.clock")->allowed, "16.667 MHz .. 66.67 MHz");
  EXPECT_NE(error_of("dev.clock", "100 MHz").find("allowed: 16.667 MHz .. 66.67 MHz;"),
            std::string::npos);
}

TEST_F(ParametersTest, UnknownChoiceNamesTheNearest) {
  EXPECT_EQ(error_of("dev.mode", "eger"),
            "dev.mode: \"eger\" is not a choice; allowed: static, eager; write for example "
            "\"eager\"");
}

TEST_F(ParametersTest, UnknownKeySuggestsTheNearest) {
  EXPECT_EQ(error_of("dev.treshold", "512 B"),
            "dev.treshold: there is no parameter \"dev.treshold\"; allowed: the keys that "
            "\"flybar params\" lists; did you mean \"dev.threshold\"?");
}

TEST_F(ParametersTest, KeyWithTooMuchBeforeItSuggestsItsEnd) {
  EXPECT_EQ(error_of("client.client.dev.threshold", "512 B"),
            "client.client.dev.threshold: there is no parameter \"client.client.dev.threshold\"; "
            "allowed: the keys that \"flybar params\" lists; did you mean \"dev.threshold\"?");
}

TEST_F(ParametersTest, KeyLikeNoneOfThemSuggestsNone) {
  EXPECT_EQ(error_of("zzz", "1"),
            "zzz: there is no parameter \"zzz\"; allowed: the keys that \"flybar params\" lists; "
            "look for its name there, or leave it out");
}

TEST_F(ParametersTest, KeyLikeNoneOfItsBlockIsToldWhereThoseStand) {
  EXPECT_EQ(
      error_of("dev.frequency", "1"),
      "dev.frequency: there is no parameter \"dev.frequency\"; allowed: the keys that \"flybar "
      "params\" lists; choose one of those that \"flybar params dev.\" shows");
}

TEST_F(ParametersTest, ListNeedsAUnitForEachSize) {
  EXPECT_NE(error_of("dev.sizes", "64, 128 B"), "accepted");
  EXPECT_NE(error_of("dev.sizes", ""), "accepted");
  EXPECT_NE(error_of("dev.sizes", "64 B,"), "accepted");
}

TEST_F(ParametersTest, SizeBesidesTheGridIsRefusedWithTheNearest) {
  EXPECT_EQ(
      error_of("dev.burst", "117 B"),
      "dev.burst: \"117 B\" is none of the multiples of 4 B; allowed: 64 B .. 4 KB, multiples "
      "of 4 B; write for example \"116 B\"");
  EXPECT_EQ(error_of("dev.line", "24 B"),
            "dev.line: \"24 B\" is none of the powers of two; allowed: 4 B .. 64 B, powers of two; "
            "write for example \"32 B\"");
  EXPECT_NE(error_of("dev.sizes", "64 B,66 B").find("\"66 B\" is none of"), std::string::npos);
  EXPECT_EQ(device.burst, 512_B);
}

TEST_F(ParametersTest, NearestSizeOfTheGridIsAllowed) {
  const Parameter& line = *table.find("dev.line");
  for (std::int64_t size = 4; size <= 64; ++size)
    EXPECT_EQ(error_of("dev.line", line.nearest(quantity::print(Bytes(size))).c_str()), "accepted");
  EXPECT_EQ(line.nearest("3 cycles"), "3 cycles");
  EXPECT_EQ(table.find("dev.burst")->nearest("1378 B"), "1380 B");
  EXPECT_FALSE(table.find("dev.threshold")->nearest);
}

TEST_F(ParametersTest, ChecksReportEverythingAtOnce) {
  table.add_check([](std::vector<Fault>& faults) { faults.push_back({"a", "b", "c", "d"}); });
  table.add_check([this](std::vector<Fault>& faults) {
    if (device.ports > 4) faults.push_back({"dev.ports", "many", "few", "take fewer"});
  });

  EXPECT_EQ(table.faults().size(), 2u);
  table.set("dev.ports", "4");
  EXPECT_EQ(table.faults().size(), 1u);
}

TEST_F(ParametersTest, SameKeyTwiceIsAFaultOfTheProgram) {
  EXPECT_THROW(table.add("dev.ports", device.ports, {2, 16}, kAbout), std::logic_error);
}

TEST_F(ParametersTest, DefaultOutsideItsLimitsIsAFaultOfTheProgram) {
  EXPECT_THROW(table.add("dev.other", device.ports, {9, 16}, kAbout), std::logic_error);
}

TEST(Confidence, HasALetter) {
  EXPECT_EQ(letter(Confidence::kDocumented), 'D');
  EXPECT_EQ(letter(Confidence::kMeasured), 'M');
  EXPECT_EQ(letter(Confidence::kInferred), 'I');
  EXPECT_EQ(letter(Confidence::kGuess), 'G');
  EXPECT_EQ(letter(Confidence::kChoice), 'C');
}

/// Texts of "seat0", "seat1" ...
class FamilyTest : public testing::Test {
 protected:
  FamilyTest() {
    table.add_family(
        "seat0", texts, [](std::string_view key) { return key.starts_with("seat"); }, "a name",
        kAbout);
  }
  std::map<std::string, std::string> texts;
  Parameters table;
};

TEST_F(FamilyTest, OnlyItsFirstIsThereBeforeOthersAreSet) {
  EXPECT_EQ(table.all().size(), 1u);
  table.set("seat7", "Ada");
  ASSERT_EQ(table.all().size(), 2u);
  EXPECT_EQ(table.all()[1].key, "seat7");
  EXPECT_EQ(table.all()[1].value(), "Ada");
  EXPECT_EQ(texts.at("seat7"), "Ada");
}

TEST_F(FamilyTest, EachMemberIsFound) {
  ASSERT_NE(table.find("seat3"), nullptr);
  EXPECT_EQ(table.find("seat3")->allowed, "a name");
  EXPECT_EQ(table.find("stool3"), nullptr);
}

TEST_F(FamilyTest, AMemberThatIsSetTwiceIsOneRow) {
  table.set("seat7", "Ada");
  table.set("seat7", "Bo");
  EXPECT_EQ(table.all().size(), 2u);
  EXPECT_EQ(table.find("seat7")->value(), "Bo");
}

}  // namespace
}  // namespace flybar
