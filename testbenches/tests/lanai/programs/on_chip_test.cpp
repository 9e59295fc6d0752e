/// Does compiled C compute on the chip, stepped in either way, what it computes on this machine?
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "testbenches/programs/lanai/bare_chip.h"
#include "testbenches/tests/lanai/programs/programs.h"

namespace flybar::lanai {
namespace {

constexpr int kMostRuns = 5000;
constexpr Cycles kRun{10'000};

Results on_chip(Stepping stepping, const Image& image, std::uint32_t program) {
  Observer nobody;
  BareChip bare("bare", stepping, nobody);
  Sram& sram = bare.chip.sram();
  bare.load(0, image.bytes);
  sram.set_word(image.find("selected")->address, program);
  bare.chip.set_image(&image);
  bare.start();
  const std::uint32_t halt = image.find("halt")->address;
  const auto halted = [&] { return bare.chip.core().place().pc - halt < 8; };
  for (int i = 0; i < kMostRuns && !halted(); ++i) bare.run(kRun);
  EXPECT_TRUE(halted());
  return results_of(image, [&](std::uint32_t address) { return sram.word(address); });
}

class OnChip : public testing::TestWithParam<std::tuple<std::uint32_t, std::string, Stepping>> {};

TEST_P(OnChip, ProgramsComputeWhatTheyComputeHere) {
  const auto [program, level, stepping] = GetParam();

  const Results got = on_chip(stepping, program_image(level), program);

  EXPECT_FALSE(got.empty());
  EXPECT_EQ(got, computed_here(program));
}

INSTANTIATE_TEST_SUITE_P(All, OnChip,
                         testing::Combine(testing::Range(0u, kProgramCount),
                                          testing::Values<std::string>("O0", "O2", "O2_small"),
                                          testing::Values(Stepping::kEveryClock, Stepping::kFast)),
                         [](const auto& p) {
                           const bool fast = std::get<2>(p.param) == Stepping::kFast;
                           return std::string(kPrograms[std::get<0>(p.param)]) + "_" +
                                  std::get<1>(p.param) + (fast ? "_fast" : "_every_clock");
                         });

}  // namespace
}  // namespace flybar::lanai
