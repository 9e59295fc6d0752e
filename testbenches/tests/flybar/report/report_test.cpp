#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/flybar/report/axis_data.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

using Json = nlohmann::json;

constexpr const char* kTimeline =
    R"([
{"track": "system.node0.host.send", "begin_us": 1.500000, "end_us": 2.000000, "label": "send", "message": 3, "bytes": 64},
{"track": "system.node0.lanai.send_dma", "begin_us": 1.000001, "end_us": 3.0, "label": "<b>", "message": 0, "bytes": 0}
])";

/// The data in the page that `arguments` make.
Json data_of(const Workspace& here, const std::string& arguments) {
  const Ended ended = here.run("report " + arguments + " -o page.html");
  EXPECT_EQ(ended.code, 0) << ended.err;
  const std::string page = contents(here / "page.html");
  const std::string mark = R"(id="data">)";
  const std::size_t begin = page.find(mark) + mark.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

/// A sweep of four points in out/.
class Report : public testing::Test {
 protected:
  void SetUp() override {
    here.run(
        "sweep self-test --set notify=interrupt --vary mcp.send_threshold='256 B,1 KB' "
        "--vary payload='64 B,128 B' -o out");
  }
  const Workspace here;
};

TEST_F(Report, AxesOfQuantitiesHaveNumbersAndTheirUnit) {
  const Json axes = data_of(here, "out")["sweep"]["axes"];

  EXPECT_EQ(axes[0]["key"], "mcp.send_threshold");
  EXPECT_EQ(axes[0]["unit"], "B");
  EXPECT_EQ(axes[0]["numbers"], Json({256, 256, 1024, 1024}));
}

TEST_F(Report, ResultsHaveTheirUnitAndAValueForEachPoint) {
  const Json result = data_of(here, "out")["sweep"]["results"][0];

  EXPECT_EQ(result["name"], "latency");
  EXPECT_EQ(result["unit"], "us");
  EXPECT_EQ(result["values"].size(), 4U);
}

TEST_F(Report, TellsWhatWasFixedAndTheCommandToRepeatIt) {
  const Json data = data_of(here, "out");

  EXPECT_EQ(data["command"],
            "flybar sweep self-test --platform alphastation-500 --set notify=interrupt --vary "
            "'mcp.send_threshold=256 B,1 KB' --vary 'payload=64 B,128 B' -o out");
  EXPECT_EQ(data["fixed"],
            Json::parse(R"([["platform", "alphastation-500"], ["notify", "interrupt"]])"));
}

TEST_F(Report, ProgramIsThatOfTheRecordsOfThePoints) {
  EXPECT_EQ(data_of(here, "out")["programs"].size(), 1U);

  std::filesystem::remove_all(here / "out/points");
  EXPECT_EQ(data_of(here, "out")["programs"].size(), 0U);
}

TEST_F(Report, AnAnalysisInTheDirectoryIsPartOfThePage) {
  here.write("out/analysis.json", R"({"kind": "tornado", "experiment": "x", "tornado": []})");

  EXPECT_EQ(data_of(here, "out")["analysis"]["kind"], "tornado");
}

TEST_F(Report, DirectoryOfAnAnalysisAloneHasAPage) {
  std::filesystem::create_directory(here / "alone");
  here.write("alone/analysis.json", R"({"kind": "tornado", "experiment": "x", "tornado": []})");

  EXPECT_FALSE(data_of(here, "alone").contains("sweep"));
}

TEST_F(Report, FileThatIsNoAnalysisIsRefused) {
  here.write("out/analysis.json", "[1]");

  const Ended ended = here.run("report out -o page.html");
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("out/analysis.json: is no analysis; allowed: "), std::string::npos);
}

TEST_F(Report, CommandHasKeysThatStepTogetherInOneVaryAndConstraintsOnce) {
  here.run(
      "sweep self-test --vary 'payload=64 B,128 B; control=16 B,32 B' --vary "
      "notify=polling,interrupt "
      "--constraint 'control <= payload' -o zip");
  const Json data = data_of(here, "zip");

  EXPECT_EQ(data["command"],
            "flybar sweep self-test --platform alphastation-500 --vary 'payload=64 B,128 B; "
            "control=16 B,32 B' --vary notify=polling,interrupt --constraint 'control <= payload' "
            "-o zip");
  EXPECT_EQ(data["sweep"]["run"], "flybar run self-test --platform alphastation-500");
}

TEST_F(Report, TimelineBesideTheTableIsInThePageInTheOrderOfTime) {
  std::ofstream(here / "out/one.timeline.json") << kTimeline;
  const Json timeline = data_of(here, "out")["timelines"][0];

  EXPECT_EQ(timeline["begin"], Json({1000001, 499999}));
  EXPECT_EQ(timeline["length"], Json({1999999, 500000}));
  EXPECT_EQ(timeline["messages"], Json({0, 3}));
  EXPECT_EQ(timeline["message"], Json({0, 1}));
}

TEST_F(Report, DirectoryOfTimelinesAloneHasAPage) {
  std::filesystem::create_directory(here / "traces");
  std::ofstream(here / "traces/one.timeline.json") << kTimeline;

  EXPECT_FALSE(data_of(here, "traces").contains("sweep"));
}

TEST_F(Report, TextOfTheDataCannotEndTheirElement) {
  std::ofstream(here / "one.timeline.json") << kTimeline;
  data_of(here, "out --timeline one.timeline.json");

  EXPECT_EQ(contents(here / "page.html").find("<b>"), std::string::npos);
}

TEST_F(Report, FileThatIsNoTimelineIsRefused) {
  std::ofstream(here / "bad.json") << R"([{"track": "a", "begin_us": "x"}])";
  const Ended ended = here.run("report out --timeline bad.json");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("bad.json: is no timeline: "), std::string::npos) << ended.err;
}

TEST_F(Report, TableWithoutItsPlanIsRefused) {
  std::filesystem::remove(here / "out/plan.csv");
  const Ended ended = here.run("report out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("out/plan.csv: is no plan of a sweep; "), std::string::npos);
}

TEST_F(Report, DirectoryWithoutASweepIsRefused) {
  const Ended ended = here.run("report nowhere");

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err,
            "flybar: this configuration is not possible\n"
            "nowhere/results.csv: is no table of a sweep; allowed: the directory of a sweep; run "
            "\"flybar sweep ... -o nowhere\" first\n");
}

TEST(Magnitudes, WordsAndMixedUnitsAreNoNumbers) {
  EXPECT_FALSE(magnitudes({"polling", "interrupt"}));
  EXPECT_FALSE(magnitudes({"4 KB", "4 us"}));
  EXPECT_EQ(magnitudes({"33.33 MHz", "0.5 GHz"})->numbers, (std::vector<double>{33.33, 500}));
}

}  // namespace
}  // namespace flybar::program
