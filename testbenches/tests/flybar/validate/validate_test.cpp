#include <gtest/gtest.h>

#include "models/common/fault.h"
#include "testbenches/flybar/plan/measurement.h"
#include "testbenches/flybar/results/published.h"
#include "testbenches/flybar/validate/accuracy.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

const std::string kTitles =
    "id,system,quantity,conditions,value,unit,role,blind_model,blind_error_percent,experiment,on,"
    "settings,vary,taken,result,divisor,long\n";

/// The only row of a table whose line ends so.
Published row_with(const std::string& measurement) {
  return parse_published(kTitles + "A1,s,q,,2,us,calibration,2.2,+10.0," + measurement + "\n",
                         "x.csv")
      .at(0);
}

/// Why a row that ends so is refused.
std::string refused_row(const std::string& measurement) {
  try {
    row_with(measurement);
    return "accepted";
  } catch (const ConfigurationError& error) {
    return error.what();
  }
}

TEST(Published, QuotedCellsMayHoldCommas) {
  const auto rows =
      parse_published(kTitles + "A1,s,\"a, \"\"b\"\"\",,2.5,us,calibration,,,,,,,,,,\n", "x.csv");

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
                 "x.csv:2: 1 cells; allowed: 17 cells, as in line 1; put a cell with commas in "
                 "quotes");
  }
}

TEST(Published, RowTellsWhatTheModelSaidBlind) {
  const Published row = row_with(",,,,,,,");

  EXPECT_EQ(row.blind_model, 2.2);
  EXPECT_EQ(row.blind_error_percent, 10);
}

TEST(Published, RowThatWasNotAskedBlindHasNoBlindError) {
  EXPECT_TRUE(find_published("C037")->blind_error_percent.has_value());
  EXPECT_FALSE(find_published("C046")->blind_error_percent.has_value());
}

TEST(Published, RowTellsHowItIsMeasured) {
  const auto how =
      row_with("stream,alcor-miata,payload=8 KB;messages=9,,,bandwidth,132,yes").measurement;

  ASSERT_TRUE(how);
  EXPECT_EQ(how->experiment, "stream");
  EXPECT_EQ(how->platform, "alcor-miata");
  EXPECT_EQ(how->settings, (std::vector<std::string>{"payload=8 KB", "messages=9"}));
  EXPECT_EQ(how->divisor, 132);
  EXPECT_TRUE(how->is_long);
}

TEST(Published, RowWithoutExperimentHasNoMeasurement) {
  EXPECT_FALSE(row_with(",,,,,,,").measurement);
}

TEST(Published, CellsThatCannotBeReadAreRefusedWithTheirLine) {
  EXPECT_EQ(refused_row("stream,x,,,most,bandwidth,,"),
            "x.csv:2: taken: \"most\"; allowed: nothing, \"least\", \"where least\"; choose one of "
            "these");
  EXPECT_EQ(refused_row("stream,x,,,,bandwidth,0,"),
            "x.csv:2: divisor: \"0\"; allowed: a number above 0; leave it empty if the result is "
            "the published quantity");
}

TEST(Measurement, NumberOfARowIsASingleOneAndHasRuns) {
  for (const Published& row : published()) {
    if (!row.measurement) continue;
    EXPECT_TRUE(row.value.has_value()) << row.id;
    EXPECT_FALSE(runs_of(row).empty()) << row.id;
  }
}

TEST(Measurement, BestThresholdIsSearchedAroundThePublishedOneWithBothAlike) {
  const auto runs = runs_of(*find_published("C031"));

  ASSERT_EQ(runs.size(), 10u);
  EXPECT_EQ(runs[0].settings.back(), "mcp.receive_threshold=256 B");
  EXPECT_EQ(
      std::count(runs[0].settings.begin(), runs[0].settings.end(), "mcp.receive_threshold=1280 B"),
      0);
}

TEST(Measurement, WhereTheLeastIsCountsForABestThreshold) {
  EXPECT_EQ(quantity_of(*find_published("C031"), {9, 9, 9, 7, 9, 9, 9, 9, 9, 9}), 1024);
  EXPECT_EQ(quantity_of(*find_published("C025"), {9, 9, 9, 7, 9, 9, 9, 9, 9, 9}), 7);
}

TEST(Measurement, PartOfAnotherNumberIsAQuotient) {
  EXPECT_EQ(quantity_of(*find_published("U024"), {66}), 0.5);
}

TEST(Accuracy, ErrorIsRelativeToThePublishedNumber) {
  EXPECT_DOUBLE_EQ(*Comparison({find_published("C024"), "fitted", 311.08, ""}).error_percent(), 1);
}

TEST(Accuracy, NothingMeasuredHasNoError) {
  EXPECT_EQ(Comparison({find_published("C024"), "not covered", std::nullopt, ""}).error_percent(),
            std::nullopt);
}

TEST(Accuracy, WorstNumberIsFirstAndWhatIsNotCoveredLast) {
  std::vector<Comparison> all{{find_published("C004"), "not covered", {}, ""},
                              {find_published("C046"), "predicted", 26, ""},
                              {find_published("P040"), "predicted", 17.4, ""}};

  sort_by_error(all);

  EXPECT_EQ(all[0].published->id, "P040");
  EXPECT_EQ(all[1].published->id, "C046");
  EXPECT_EQ(all[2].published->id, "C004");
}

TEST(Accuracy, SummaryTellsWhatWasPredictedApartFromWhatWasFitted) {
  const std::string summary = accuracy_summary({{find_published("P040"), "predicted", 15, ""},
                                                {find_published("C024"), "fitted", 311.08, ""}});

  EXPECT_EQ(summary,
            "1 predicted: median error 100 %, worst P040 +100 %\n"
            "1 fitted: median error 1.00 %, worst C024 +1.00 %\n");
}

TEST(Accuracy, SummaryTellsTheMiddleOfTheErrorsWhateverTheirSign) {
  const std::string summary = accuracy_summary({{find_published("U024"), "predicted", 0.75, ""},
                                                {find_published("U025"), "predicted", 0.4, ""},
                                                {find_published("C024"), "predicted", 311.08, ""}});

  EXPECT_NE(summary.find("3 predicted: median error 20.00 %"), std::string::npos) << summary;
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

TEST(Accuracy, PageOfNoNumbersHasItsTablesAndNoSummary) {
  const std::string page = accuracy_page({});

  EXPECT_EQ(page.find("\n- \n"), page.npos);
  EXPECT_NE(page.find("| id | "), page.npos);
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

TEST(Validate, LongRunsAreLeftOutAloud) {
  const Comparison left{find_published("P050I"), "not run", {}, ""};

  EXPECT_EQ(accuracy_summary({left}), "1 not run, as they take minutes: add --long\n");
}

TEST(Validate, NumbersOfOneExperimentMayBeAskedFor) {
  const Ended ended = Workspace().run("validate --experiment one-way --json -");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("\"id\": \"C046\""), std::string::npos);
  EXPECT_EQ(ended.out.find("\"id\": \"P040\""), std::string::npos);
  EXPECT_EQ(Workspace().run("validate --experiment nosuch").code, 2);
}

TEST(Validate, ExperimentThatNoPublishedNumberMeasuresHasNone) {
  const Ended ended = Workspace().run("validate --experiment self-test --json -");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("\"numbers\": []"), std::string::npos) << ended.out;
}

TEST(Validate, UnknownNumberIsRefused) {
  const auto ended = Workspace().run("validate --only C024 --only C999");
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("\"C999\" is no published number"), std::string::npos);
}

TEST(Validate, NumberOfAnotherExperimentIsRefusedAsThat) {
  const auto ended = Workspace().run("validate --experiment one-way --only P040");
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("\"P040\" is not measured by one-way"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace flybar::program
