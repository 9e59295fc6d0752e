/// Faults that were put into the RTL by hand (seeded_faults.toml): the lockstep finds each of them.
#include <gtest/gtest.h>

#include <cstdio>

#include "testbenches/tests/agree/cosim/compare.h"
#include "testbenches/tests/agree/cosim/seeded.h"

namespace flybar::rtl {
namespace {

constexpr std::int64_t kClocks = 50'000;
constexpr std::uint32_t kSeeds = 100;

std::string difference(int fault, std::uint32_t seed) {
  return compared([fault](const lanai::ChipParams& params) { return make_seeded(params, fault); },
                  seed, kClocks);
}

class SeededFault : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Each, SeededFault,
                         testing::Range(1, 1 + static_cast<int>(seeded_faults().size())),
                         [](const auto& fault) {
                           return std::string(
                               seeded_faults()[static_cast<std::size_t>(fault.param) - 1]);
                         });

TEST_P(SeededFault, IsFound) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
    const std::string found = difference(GetParam(), seed);
    if (found.empty()) continue;
    std::printf("seed %u, %s\n", seed, found.substr(0, found.find('\n')).c_str());
    EXPECT_TRUE(found.starts_with("clock ")) << found;
    return;
  }
  FAIL() << "no difference in " << kSeeds << " runs of " << kClocks << " clocks";
}

TEST(SeededFaults, WithoutAnyThereIsNoDifference) {
  for (std::uint32_t seed = 1; seed <= 3; ++seed) EXPECT_EQ(difference(0, seed), "");
}

}  // namespace
}  // namespace flybar::rtl
