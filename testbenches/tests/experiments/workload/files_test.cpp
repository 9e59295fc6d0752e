/// The recorded workloads that come with the program.
#include <gtest/gtest.h>

#include <filesystem>

#include "testbenches/experiments/workload/workload.h"

namespace flybar::experiments {
namespace {

namespace fs = std::filesystem;
using namespace literals;

std::vector<fs::path> recorded() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(FLYBAR_WORKLOADS))
    if (entry.path().extension() == ".workload") found.push_back(entry.path());
  return found;
}

WorkloadSummary summary_of(const std::string& name) {
  return summarize(load_workload(std::string(FLYBAR_WORKLOADS) + "/" + name + ".workload"), 8_KB);
}

TEST(RecordedWorkloads, CanAllBeRead) {
  EXPECT_GE(recorded().size(), 3U);
  for (const fs::path& path : recorded())
    EXPECT_FALSE(load_workload(path).operations.empty()) << path;
}

TEST(RecordedWorkloads, AreSmallEnoughForTheRepository) {
  for (const fs::path& path : recorded()) EXPECT_LT(fs::file_size(path), 300'000U) << path;
}

TEST(RecordedWorkloads, EndWithTheExitOfTheFirstProcess) {
  for (const fs::path& path : recorded()) {
    const Workload workload = load_workload(path);
    EXPECT_EQ(workload.operations.back().verb, Workload::Verb::kExit) << path;
    EXPECT_EQ(workload.operations.back().process, 0U) << path;
  }
}

TEST(RecordedWorkloads, SayWithWhichProgramTheyWereMade) {
  for (const fs::path& path : recorded()) {
    EXPECT_FALSE(load_workload(path).programs.empty()) << path;
    EXPECT_FALSE(load_workload(path).command.empty()) << path;
  }
}

TEST(RecordedWorkloads, QueryReadsATableLargerThanALocalCacheOf8MB) {
  EXPECT_GT(summary_of("query").pages, 2048);
}

TEST(RecordedWorkloads, SortReadsAndWritesItsTextMoreThanOnce) {
  EXPECT_GE(summary_of("sort").read, Bytes(std::int64_t{32} << 20));
  EXPECT_GE(summary_of("sort").written, Bytes(std::int64_t{32} << 20));
}

TEST(RecordedWorkloads, CompileRunsManyProcesses) {
  EXPECT_GT(load_workload(std::string(FLYBAR_WORKLOADS) + "/compile.workload").processes.size(),
            10U);
}

TEST(RecordedWorkloads, ClangMapsFilesAndTouchesThem) {
  const Workload workload = load_workload(std::string(FLYBAR_WORKLOADS) + "/clang.workload");
  EXPECT_EQ(workload.touches, Workload::Touches::kFirstFaults);
  EXPECT_GT(workload.mappings.size(), 10U);
}

}  // namespace
}  // namespace flybar::experiments
