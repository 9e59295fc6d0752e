#include <gtest/gtest.h>

#include "models/common/fault.h"
#include "testbenches/flybar/accuracy.h"
#include "testbenches/flybar/cases.h"
#include "testbenches/flybar/program.h"
#include "testbenches/flybar/published.h"

namespace flybar::program {
namespace {

const std::string kTitles =
    "id,system,quantity,conditions,value,unit,role,blind_model,blind_error_percent\n";

TEST(Published, QuotedCellsMayHoldCommas) {
  const auto rows =
      parse_published(kTitles + "A1,s,\"a, \"\"b\"\"\",,2.5,us,calibration,,\n", "x.csv");

  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].quantity, "a, \"b\"");
  EXPECT_EQ(rows[0].value, 2.5);
}

TEST(Published, ValueThatIsNoSingleNumberStaysText) {
  EXPECT_EQ(find_published("U007")->value, std::nullopt);
  EXPECT_EQ(find_published("U007")->text, "4224 or 8320");
}

TEST(Published, RowWithTooFewCellsIsRefusedWithItsLine) {
  try {
    parse_published(kTitles + "A1\n", "x.csv");
    FAIL() << "accepted";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(),
                 "x.csv:2: 1 cells; allowed: 9 cells, as in line 1; put a cell with commas in "
                 "quotes");
  }
}

TEST(Published, RowTellsWhatTheModelSaidBlind) {
  const auto rows = parse_published(kTitles + "A1,s,q,,2,us,calibration,2.2,+10.0\n", "x.csv");

  EXPECT_EQ(rows[0].blind_model, 2.2);
  EXPECT_EQ(rows[0].blind_error_percent, 10);
}

TEST(Published, RowThatWasNotAskedBlindHasNoBlindError) {
  EXPECT_TRUE(find_published("C037")->blind_error_percent.has_value());
  EXPECT_FALSE(find_published("C046")->blind_error_percent.has_value());
}

TEST(Cases, EachAnswersToAPublishedNumber) {
  for (const Case& known : cases()) {
    const Published* row = find_published(known.id);
    ASSERT_NE(row, nullptr) << known.id;
    EXPECT_TRUE(row->value.has_value()) << known.id;
    EXPECT_FALSE(runs_of(known).empty()) << known.id;
  }
}

TEST(Cases, BestThresholdIsSearchedOneStepAroundThePublishedOne) {
  const auto values = values_of(*find_case("C031"));

  EXPECT_NE(std::find(values.begin(), values.end(), "1280 B"), values.end());
  EXPECT_GT(values.size(), 5u);
}

TEST(Accuracy, ErrorIsRelativeToThePublishedNumber) {
  EXPECT_DOUBLE_EQ(*Comparison({find_published("C024"), "fitted", 311.08, ""}).error_percent(), 1);
}

TEST(Accuracy, NothingMeasuredHasNoError) {
  EXPECT_EQ(Comparison({find_published("C024"), "not covered", std::nullopt, ""}).error_percent(),
            std::nullopt);
}

TEST(Accuracy, PageShowsTheBlindErrorBesideTheError) {
  const std::string page = accuracy_page({{find_published("C037"), "fitted", 63, ""}});

  EXPECT_NE(page.find("| 63 | -10.50 | 63 | +0 | fitted |"), std::string::npos) << page;
}

TEST(Accuracy, PageSeparatesWhatNoExperimentCovers) {
  const std::string page = accuracy_page({{find_published("C046"), "predicted", 26, ""},
                                          {find_published("C004"), "not covered", {}, "none"}});

  const std::size_t tail = page.find("## Not covered");
  EXPECT_LT(page.find("| C046 "), tail);
  EXPECT_GT(page.find("| C004 "), tail);
}

TEST(Accuracy, TextSaysHowManyNumbersNoExperimentCoversOnlyIfThereAreSome) {
  const Comparison compared{find_published("C046"), "predicted", 26, ""};
  const Comparison missing{find_published("C004"), "not covered", {}, "none"};

  EXPECT_TRUE(accuracy_text({compared, missing})
                  .ends_with("\nno experiment covers 1 of these 2 published numbers\n"));
  EXPECT_EQ(accuracy_text({compared}).find("no experiment"), std::string::npos);
}

TEST(Validate, WithoutItsExperimentCoversNothingAndPassesNothing) {
  const Ended ended = Workspace().run("validate --only U033 --only U047 --json -");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("\"standing\": \"not covered\""), std::string::npos);
  EXPECT_EQ(ended.out.find("\"model\""), std::string::npos);
}

TEST(Validate, ConfigurationRowsAreNoNumbersToCompare) {
  EXPECT_EQ(Workspace().run("validate --json -").out.find("\"role\": \"configuration\""),
            std::string::npos);
}

TEST(Validate, PageOfAPartIsRefused) {
  for (const std::string part : {"--only C024", "--set payload='64 B'"}) {
    const Ended ended = Workspace().run("validate --write " + part);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find("--write: is given together with"), std::string::npos) << ended.err;
  }
}

TEST(Validate, AsManyProcessesAsASweepMayHave) {
  EXPECT_EQ(Workspace().run("validate -j 256").code, 0);
  EXPECT_EQ(Workspace().run("validate -j 257").code, 2);
}

/// The self-test's latency is 20 us, 1 us for 64 B of payload, and 1 us for 128 B of threshold.
TEST(Validate, MeasuredNumberIsComparedWithThePublishedOne) {
  const Ended ended = Workspace().run("validate --only C046 --json -");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("\"model\": 26"), std::string::npos) << ended.out;
}

TEST(Validate, LeastOfAllPointsIsWhatCountsForABestThreshold) {
  const Ended ended = Workspace().run("validate --only C025 --only C031 --json -");

  EXPECT_NE(ended.out.find("\"model\": 150"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\"model\": 256"), std::string::npos) << ended.out;
}

TEST(Validate, RunThatFailsMakesTheCommandFail) {
  const Ended ended = Workspace().run("validate --only C046 --set ending=failed");

  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.out.find("C046 failed: "), std::string::npos) << ended.out;
}

TEST(Validate, UnknownNumberIsRefused) {
  const auto ended = Workspace().run("validate --only C024 --only C999");
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("\"C999\" is no published number"), std::string::npos);
}

}  // namespace
}  // namespace flybar::program
