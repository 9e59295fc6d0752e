/// Single messages, as a user asks for them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

#include "testbenches/flybar/results/csv.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

using Json = nlohmann::json;

constexpr const char* kShort = "run one-way --set round_trips=5 ";
constexpr const char* kOfPm = "run pm-latency --platform rwc-pentium-pro --set round_trips=5 ";
constexpr const char* kOfMpi = "run mpi-latency --platform rwc-pentium-pro --set round_trips=5 ";

/// The messages in a trace as JSON.
std::set<std::uint64_t> messages_in(const std::filesystem::path& trace) {
  std::set<std::uint64_t> all;
  for (const Json& activity : Json::parse(contents(trace)))
    if (activity["message"] != 0) all.insert(activity["message"].get<std::uint64_t>());
  return all;
}

bool is_whole(const CsvRow& row) {
  return std::none_of(row.begin(), row.end(), [](const auto& field) { return field.empty(); });
}

Json without_time(const std::string& text) {
  Json json = Json::parse(text);
  json.erase("wall_seconds");
  return json;
}

TEST(SingleMessages, AreRowsOfACsv) {
  const Workspace here;
  ASSERT_EQ(here.run(std::string(kShort) + "--messages m.csv").code, 0);
  const std::vector<CsvRow> rows = csv_rows(contents(here / "m.csv"));
  ASSERT_EQ(rows.size(), 1u + 14u);  // a title, and both ways of seven round trips
  EXPECT_EQ(rows[0][0], "message");
  EXPECT_EQ(rows[0][7], "latency us");
  for (const CsvRow& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  EXPECT_EQ(rows[1][5], "0");  // of the warm-up
  EXPECT_EQ(rows[14][5], "1");
}

TEST(SingleMessages, OfPmAreRowsOfACsvWithAllStages) {
  const Workspace here;
  ASSERT_EQ(here.run(std::string(kOfPm) + "--messages m.csv").code, 0);
  const std::vector<CsvRow> rows = csv_rows(contents(here / "m.csv"));
  ASSERT_EQ(rows.size(), 1u + 14u);
  for (const CsvRow& row : rows) EXPECT_TRUE(is_whole(row)) << row[0];
  EXPECT_EQ(rows[3][0], "2");
  EXPECT_EQ(rows[14][5], "1");
}

TEST(SingleMessages, OfMpiAreThoseOfPmWithAnEnvelopeEach) {
  const Workspace here;
  ASSERT_EQ(here.run(std::string(kOfMpi) + "--messages m.csv").code, 0);
  const std::vector<CsvRow> rows = csv_rows(contents(here / "m.csv"));
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                          [](const CsvRow& row) {
                            return row[3] == "32" && row[4] == "4" && row[5] == "1" &&
                                   is_whole(row);
                          }),
            10);
}

TEST(SingleMessages, GoToTheStandardOutputAlone) {
  const Ended ended = Workspace().run(std::string(kShort) + "--messages -");
  EXPECT_EQ(csv_rows(ended.out).size(), 15u);
}

TEST(SingleMessages, LeaveNothingWhereTheyCannotBeWritten) {
  const Workspace here;
  const Ended ended = here.run(std::string(kShort) + "--messages nosuch/m.csv");
  EXPECT_EQ(ended.code, 5);
  EXPECT_EQ(here.files(), 0u);
}

TEST(SingleMessages, MayNotReplaceAnotherOutput) {
  EXPECT_EQ(Workspace().run(std::string(kShort) + "--messages a --json a").code, 3);
}

TEST(SingleMessages, CostNoResult) {
  const Workspace here;
  Json with = without_time(here.run(std::string(kShort) + "--json - --messages m.csv").out);
  Json without = without_time(here.run(std::string(kShort) + "--json - --no-stages").out);
  EXPECT_EQ(with["results"], without["results"]);
  EXPECT_EQ(with["histograms"], without["histograms"]);
  EXPECT_EQ(with["simulated_time_us"], without["simulated_time_us"]);
  EXPECT_TRUE(with["messages"].contains("slowest"));
  EXPECT_FALSE(without.contains("messages"));
}

TEST(SingleMessages, OneCanBeTheWindowOfATrace) {
  const Workspace here;
  const Ended ended =
      here.run(std::string(kShort) + "--json - --trace-window 'message 3' --trace t.timeline.json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(messages_in(here / "t.timeline.json"), std::set<std::uint64_t>{3});
}

TEST(SingleMessages, OneOfPmOrMpiCanBeTheWindowOfATrace) {
  for (const char* of : {kOfPm, kOfMpi}) {
    const Workspace here;
    const Ended ended =
        here.run(std::string(of) + "--trace-window 'message 3' --trace t.timeline.json");
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(messages_in(here / "t.timeline.json").contains(3)) << of;
  }
}

TEST(SingleMessages, TheSlowestCanBeTheWindowOfATrace) {
  const Workspace here;
  const Ended ended =
      here.run(std::string(kShort) + "--json - --trace-window slowest --trace t.timeline.json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto slowest = Json::parse(ended.out)["messages"]["slowest"]["id"].get<std::uint64_t>();
  EXPECT_TRUE(messages_in(here / "t.timeline.json").contains(slowest));
}

TEST(SingleMessages, OneThatThereIsNotIsRefused) {
  const Workspace here;
  for (const std::string wanted : {"message 99999", "message 0", "message x", "message "}) {
    const Ended ended =
        here.run(std::string(kShort) + "--trace-window '" + wanted + "' --trace t.timeline.json");
    EXPECT_EQ(ended.code, 3) << wanted;
    EXPECT_TRUE(ended.err.find("--trace-window: ") != ended.err.npos) << ended.err;
  }
  EXPECT_EQ(here.files(), 0u);
}

TEST(SingleMessages, HaveTheSameNumberInTimelineAndPackets) {
  const Workspace here;
  ASSERT_EQ(here.run(std::string(kShort) + "--trace t.timeline.json --trace p.pcapng").code, 0);
  const std::string packets = contents(here / "p.pcapng");
  for (const std::uint64_t message : messages_in(here / "t.timeline.json"))
    EXPECT_NE(packets.find("message " + std::to_string(message)), packets.npos) << message;
}

TEST(SingleMessages, OfPmAreNamedByAllWhoMoveThem) {
  const Workspace here;
  ASSERT_EQ(here.run(std::string(kOfPm) + "--trace t.timeline.json").code, 0);
  std::set<std::string> tracks;
  for (const Json& activity : Json::parse(contents(here / "t.timeline.json")))
    if (activity["message"] == 3) tracks.insert(activity["track"].get<std::string>());
  for (const char* track :
       {"node0.host.send", "node0.lanai.host_dma", "node0.lanai.send_dma",
        "node1.lanai.receive_dma", "node1.lanai.host_dma", "node1.host.receive"})
    EXPECT_TRUE(tracks.contains("system." + std::string(track))) << track;
}

TEST(SingleMessages, AWindowOfOneThatIsNotThereCostsNoResult) {
  const Workspace here;
  const Ended ended = here.run(std::string(kShort) +
                               "--trace-window 'message 99999' --trace t.vcd --json a.json "
                               "--messages m.csv");
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--trace-window: there is no message 99999; allowed: messages of this"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(ended.err.find("; the results are complete, and no trace was written\n"),
            std::string::npos);
  here.run(std::string(kShort) + "--json b.json --messages n.csv");
  EXPECT_EQ(without_time(contents(here / "a.json")), without_time(contents(here / "b.json")));
  EXPECT_EQ(contents(here / "m.csv"), contents(here / "n.csv"));
  EXPECT_EQ(here.files(), 4U);
}

TEST(SingleMessages, OfAnExperimentWithoutMessagesHaveNoWindow) {
  EXPECT_EQ(Workspace()
                .run("run dma-curve --set sizes='64 B' --trace-window slowest --trace t.pftrace")
                .code,
            3);
}

}  // namespace
}  // namespace flybar::program
