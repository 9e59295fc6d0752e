/// Whole systems whose chips are RTL do in every clock what those of the model do: the same
/// instructions, packets, DMA, interrupts and memory (twin), and on the same pins (lockstep).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "models/common/error.h"
#include "models/lanai/params.h"
#include "models/myrinet/network_params.h"
#include "models/rtl/pins/pins.h"
#include "models/rtl/seat.h"
#include "testbenches/tests/agree/lockstep/run.h"
#include "testbenches/tests/test_size.h"

namespace flybar::rtl {
namespace {

using lockstep::Scenario;

const Kind& kind(std::string_view name) {
  return *std::ranges::find(kinds(), name, &Kind::name);
}

/// Whether there is RTL with these parameters: it has as many pins as it has.
bool fits(const Scenario& scenario) {
  const auto system = scenario.system();
  for (const cluster::SystemParams::Role& role : system->params.roles) {
    lanai::ChipParams params = role.node.get<lanai::ChipParams>();
    params.byte_time = system->params.shared.get<myrinet::NetworkParams>().byte_time();
    try {
      const Straps straps(params, "lanai");
    } catch (const ConfigurationError&) {
      return false;
    }
  }
  return true;
}

void sweep(std::uint64_t first, std::string_view nic, Scenario (*system)(std::uint64_t)) {
  const std::uint64_t count = lockstep::long_form() ? 200 : 4;
  const auto asked = lockstep::asked_seeds();
  const std::uint64_t begin = asked ? asked->first : first;
  const std::uint64_t end = asked ? asked->last + 1 : first + count;
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = begin; seed < end && !testing::Test::HasFailure(); ++seed) {
    const Scenario scenario = system(seed);
    if (!fits(scenario)) {
      ++skipped;
      continue;
    }
    const auto found = lockstep::disagreement(scenario, kind(nic));
    EXPECT_FALSE(found) << "FLYBAR_TEST_SEED=" << seed << "\n" << *found;
  }
  std::printf("seeds %llu to %llu, of which %llu have no RTL\n",
              static_cast<unsigned long long>(begin), static_cast<unsigned long long>(end - 1),
              static_cast<unsigned long long>(skipped));
  EXPECT_LT(skipped, end - begin) << "nothing was compared";
}

TEST(Twin, RtlAgreesWithTheModelOnSystemsFrom1000) {
  sweep(1000, "rtl", lockstep::draw);
}
TEST(Twin, RtlAgreesWithTheModelOnWideSystemsFrom2000) {
  sweep(2000, "rtl", lockstep::draw_wide);
}
TEST(Twin, RtlAgreesWithTheModelOnOddSystemsFrom3000) {
  sweep(3000, "rtl", lockstep::draw_odd);
}
TEST(Twin, ModelOnPinsAgreesWithTheModelOnOddSystemsFrom4000) {
  sweep(4000, "pins", lockstep::draw_odd);
}
TEST(Lockstep, RtlAndModelAgreeOnTheSamePinsOnSystemsFrom5000) {
  sweep(5000, "lockstep", lockstep::draw);
}
TEST(Lockstep, RtlAndModelAgreeOnTheSamePinsOnOddSystemsFrom6000) {
  sweep(6000, "lockstep", lockstep::draw_odd);
}

}  // namespace
}  // namespace flybar::rtl
