/// Faults that were put into the RTL by hand (seeded_faults.toml): the lockstep finds each of them.
#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include <Vlanai_board_seeded.h>
#include <Vlanai_board_seeded___024root.h>
#include <Vlanai_board_seeded_seeded_pkg.h>

#include <gtest/gtest.h>

#include <cstdio>

#include "models/rtl/verilated.h"
#include "testbenches/cosim/compare.h"

void Vlanai_board_seeded___024root___eval_settle(Vlanai_board_seeded___024root*);

static void settle(Vlanai_board_seeded& pins) {
  Vlanai_board_seeded___024root___eval_settle(pins.rootp);
}

namespace flybar::rtl {
namespace {

constexpr const char* kFaults[] = {
#include "seeded_faults.inc"
};

constexpr std::int64_t kClocks = 50'000;
constexpr std::uint32_t kSeeds = 24;

/// The RTL with one of its faults, counted from 1; 0 is none.
class SeededExecutor final : public VerilatedExecutor<Vlanai_board_seeded> {
 public:
  SeededExecutor(const lanai::ChipParams& params, int fault) : VerilatedExecutor(params) {
    pins().rootp->__PVT__seeded_pkg->which = static_cast<CData>(fault);
    touch();
  }
};

std::string difference(int fault, std::uint32_t seed) {
  return compared(
      [fault](const lanai::ChipParams& params) {
        return std::make_unique<SeededExecutor>(params, fault);
      },
      seed, kClocks);
}

class SeededFault : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Each, SeededFault, testing::Range(1, 1 + int{std::size(kFaults)}),
                         [](const auto& fault) { return std::string(kFaults[fault.param - 1]); });

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
