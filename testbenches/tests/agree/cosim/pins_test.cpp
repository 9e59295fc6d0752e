/// RTL and model on the same pins, with everything at random that can happen there.
#include <gtest/gtest.h>

#include <cstdio>

#include "models/rtl/executor/verilated_executor.h"
#include "testbenches/tests/agree/cosim/compare.h"
#include "testbenches/tests/test_size.h"

namespace flybar::rtl {
namespace {

void sweep(std::uint32_t first) {
  const auto asked = lockstep::asked_seeds();
  const std::uint32_t count = lockstep::long_form() ? 400 : 8;
  const auto begin = asked ? static_cast<std::uint32_t>(asked->first) : first;
  const auto end = asked ? static_cast<std::uint32_t>(asked->last) + 1 : first + count;
  std::printf("seeds %u to %u\n", begin, end - 1);
  const auto rtl = [](const lanai::ChipParams& params) {
    return make_verilated(params, Assertions::kOn);
  };
  constexpr std::int64_t kClocks = 100'000;
  std::int64_t equal = 0;
  for (std::uint32_t seed = begin; seed < end && !testing::Test::HasFailure(); ++seed)
    EXPECT_EQ(compared(rtl, seed, kClocks, &equal), "") << "FLYBAR_TEST_SEED=" << seed;
  std::printf("%lld clocks equal\n", static_cast<long long>(equal));
}

/// Seed 10042 has an instruction that stores over itself.
TEST(Pins, RtlAndModelAgreeOnTrafficFrom10040) {
  sweep(10040);
}
TEST(Pins, RtlAndModelAgreeOnTrafficFrom1000) {
  sweep(1000);
}
TEST(Pins, RtlAndModelAgreeOnTrafficFrom2000) {
  sweep(2000);
}

}  // namespace
}  // namespace flybar::rtl
