#include <gtest/gtest.h>

#include "models/systems/systems.h"
#include "testbenches/experiments/file/file_read.h"
#include "testbenches/experiments/file/file_write.h"
#include "testbenches/tests/experiments/measure/faults_of.h"
#include "testbenches/tests/gmsnet/round_platform.h"

namespace flybar::experiments {
namespace {

/// What is wrong with these options, in one line.
std::string faults(const std::vector<std::pair<std::string, std::string>>& options,
                   const std::vector<cluster::Setting>& settings = {}) {
  const auto system = systems::load(round_platform(), settings);
  FileRead experiment;
  const std::vector<Fault> found = faults_of(experiment, system->params, options);
  return found.empty() ? "" : found[0].text();
}

TEST(FileBench, AFileThatJustFitsIntoNetworkMemoryIsAllowed) {
  EXPECT_EQ(faults({{"servers", "1"}, {"file", "12288"}}), "");
}

TEST(FileBench, AFileThatDoesNotFitIsAnError) {
  EXPECT_NE(faults({{"servers", "1"}, {"file", "12289"}}).find("at most 12288 pages"),
            std::string::npos);
}

TEST(FileBench, AFileIsASizeOrANumberOfPages) {
  EXPECT_EQ(faults({{"servers", "1"}, {"file", "96 MB"}}), "");
  EXPECT_NE(faults({{"servers", "1"}, {"file", "97 MB"}}), "");
}

TEST(FileBench, ThreeBlocksMustFitIntoTheLocalCache) {
  EXPECT_EQ(faults({{"interface", "mmb"}}, {{"test", "gms.local_cache", "768 KB"}}), "");
  EXPECT_NE(faults({{"interface", "mmb"}}, {{"test", "gms.local_cache", "760 KB"}}).find("768 KB"),
            std::string::npos);
}

TEST(FileBench, HalfOfTheMemoryMayBeLocalCache) {
  EXPECT_EQ(faults({}, {{"test", "host.memory", "64 MB"}, {"test", "gms.local_cache", "32 MB"}}),
            "");
  EXPECT_NE(faults({}, {{"test", "host.memory", "64 MB"}, {"test", "gms.local_cache", "33 MB"}})
                .find("at most half"),
            std::string::npos);
}

TEST(FileBench, NotMoreThanAPageCanBeTouched) {
  EXPECT_EQ(faults({{"touch", "8192 B"}}), "");
  EXPECT_NE(faults({{"touch", "8193 B"}}).find("touch"), std::string::npos);
}

}  // namespace
}  // namespace flybar::experiments
