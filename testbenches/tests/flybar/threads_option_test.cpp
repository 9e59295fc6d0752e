/// `--threads`, as a user writes it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/common/threads/crew.h"
#include "testbenches/flybar/sweep/jobs.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

constexpr const char* kSixteen =
    "run all-to-all --set nodes=16 --set messages=1 --set payload='64 B' ";

TEST(ThreadsOption, ChangesNoByteOfResultsAndTraces) {
  const Workspace here;
  for (const std::string n : {"1", "2"}) {
    const Ended ended = here.run(kSixteen + ("--quiet --json " + n + ".json --trace " + n) +
                                     ".pcapng --messages " + n + ".csv --threads " + n,
                                 "FLYBAR_THREADS_ALWAYS=1");
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("pieces were shared"), std::string::npos) << ended.err;
  }
  const auto record = [&here](const char* name) {
    auto json = nlohmann::json::parse(contents(here / name));
    json.erase("wall_seconds");
    return json;
  };
  EXPECT_EQ(record("1.json"), record("2.json"));
  EXPECT_TRUE(contents(here / "1.pcapng") == contents(here / "2.pcapng"));
  EXPECT_TRUE(contents(here / "1.csv") == contents(here / "2.csv"));
}

TEST(ThreadsOption, SaysWhyARunUsesLess) {
  const Workspace here;
  const std::string rest = " --set messages=1 --quiet";
  const std::string few =
      here.run("run all-to-all --set nodes=15 --threads 2" + rest, "taskset -c 0").err;
  EXPECT_NE(few.find("the run uses 1 of 2 threads: this machine has no more processors for it"),
            few.npos)
      << few;
  if (Crew::processors() < 2) return;
  EXPECT_EQ(
      here.run("run all-to-all --set nodes=15 --threads 2" + rest).err,
      "flybar: the run uses 1 of 2 threads: threads are of use from 16 nodes on, and the system "
      "has 15\n");
}

TEST(ThreadsOption, StandsInPlansAndLeavesNoMarkInTables) {
  const Workspace here;
  here.write("plan.toml",
             "experiment = \"all-to-all\"\nthreads = 2\n[set]\nmessages = 1\n"
             "payload = \"64 B\"\n[vary]\nnodes = [\"3\", \"16\"]\n");
  ASSERT_EQ(here.run("sweep plan.toml --no-cache -o threads").code, 0);
  ASSERT_EQ(here.run("sweep plan.toml --no-cache --threads 1 -o one").code, 0);
  EXPECT_EQ(contents(here / "threads/results.csv"), contents(here / "one/results.csv"));
  EXPECT_EQ(contents(here / "threads/results.jsonl"), contents(here / "one/results.jsonl"));
}

TEST(ThreadsOption, IsOneNumberInAPlan) {
  const Workspace here;
  here.write("plan.toml", "experiment = \"all-to-all\"\nthreads = [1, 2]\n");
  EXPECT_EQ(here.run("sweep plan.toml -o s").err,
            "flybar: this configuration is not possible\n"
            "plan.toml:2: threads: is a list; allowed: one value; choose one of them\n");
}

TEST(ThreadsOption, OfASweepKeepsToTheProcessors) {
  const auto processors = static_cast<int>(Crew::processors());
  RunRequest request;
  EXPECT_EQ(processes_of(0, request), processors);
  EXPECT_EQ(processes_of(processors + 3, request), processors + 3);
  request.threads = std::to_string(processors);
  EXPECT_EQ(processes_of(0, request), 1);
  EXPECT_EQ(processes_of(processors + 3, request), processors == 1 ? 4 : 1);
}

}  // namespace
}  // namespace flybar::program
