/// The two ways of stepping agree on everything, whatever the system and its traffic.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "testbenches/tests/agree/lockstep/run.h"
#include "testbenches/tests/test_size.h"

namespace flybar::lockstep {
namespace {

void expect_agreement(const Scenario& scenario) {
  for (const bool instructions : {true, false}) {
    const auto found = disagreement(scenario, instructions);
    EXPECT_FALSE(found) << "FLYBAR_TEST_SEED=" << scenario.seed << "\n" << *found;
    if (found) return;
  }
}

/// Seeds from `first`, or those of FLYBAR_TEST_SEED; the system of one alone is printed.
void sweep(std::uint64_t first, Scenario (*system)(std::uint64_t) = draw,
           std::uint64_t short_form = 10) {
  const std::uint64_t count = long_form() ? 300 : short_form;
  const Seeds seeds = asked_seeds().value_or(Seeds{first, first + count - 1});
  if (seeds.first == seeds.last) std::puts(system(seeds.first).text().c_str());
  std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(seeds.first),
              static_cast<unsigned long long>(seeds.last));
  for (std::uint64_t seed = seeds.first; seed <= seeds.last && !testing::Test::HasFailure(); ++seed)
    expect_agreement(system(seed));
}

TEST(Lockstep, SteppingMakesNoDifferenceToSystemsFrom1000) {
  sweep(1000);
}
TEST(Lockstep, SteppingMakesNoDifferenceToSystemsFrom2000) {
  sweep(2000);
}
TEST(Lockstep, SteppingMakesNoDifferenceToSystemsFrom3000) {
  sweep(3000);
}
TEST(Lockstep, SteppingMakesNoDifferenceToSystemsFrom4000) {
  sweep(4000);
}
TEST(Lockstep, SteppingMakesNoDifferenceToWideSystemsFrom5000) {
  sweep(5000, draw_wide);
}
TEST(Lockstep, SteppingMakesNoDifferenceBeyondTheCardFrom7000) {
  sweep(7000, draw_beyond);
}
TEST(Lockstep, SteppingMakesNoDifferenceToOddSystemsFrom6000) {
  sweep(6000, draw_odd);
}
TEST(Lockstep, SteppingMakesNoDifferenceToCrowdsFrom9000) {
  sweep(9000, draw_crowd, 4);
}

}  // namespace
}  // namespace flybar::lockstep
