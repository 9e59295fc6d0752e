/// Does compiled C compute on the reference interpreter what it computes on this machine?
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "testbenches/tests/lanai/programs/programs.h"
#include "testbenches/tests/lanai/reference_interpreter.h"

namespace flybar::lanai {
namespace {

constexpr int kMostInstructions = 50'000'000;

void store(ReferenceInterpreter& cpu, std::uint32_t address, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i)
    cpu.memory[address + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

Results interpreted(const Image& image, std::uint32_t program) {
  ReferenceInterpreter cpu(static_cast<std::size_t>(kSram.count));
  std::copy(image.bytes.begin(), image.bytes.end(), cpu.memory.begin());
  store(cpu, image.find("selected")->address, program);
  const std::uint32_t halt = image.find("halt")->address;
  for (int i = 0; i < kMostInstructions && cpu.pc != halt; ++i)
    if (!cpu.step()) break;
  EXPECT_EQ(cpu.pc, halt) << image.describe(cpu.pc);
  return results_of(image, [&](std::uint32_t address) { return cpu.load(address, 4); });
}

class Programs : public testing::TestWithParam<std::tuple<std::uint32_t, std::string>> {};

TEST_P(Programs, ComputeOnTheReferenceWhatTheyComputeHere) {
  const auto [program, level] = GetParam();

  const Results got = interpreted(program_image(level), program);

  EXPECT_FALSE(got.empty());
  EXPECT_EQ(got, computed_here(program));
}

INSTANTIATE_TEST_SUITE_P(All, Programs,
                         testing::Combine(testing::Range(0u, kProgramCount),
                                          testing::Values<std::string>("O0", "O1", "O2", "Os",
                                                                       "O2_small")),
                         [](const auto& p) {
                           return std::string(kPrograms[std::get<0>(p.param)]) + "_" +
                                  std::get<1>(p.param);
                         });

}  // namespace
}  // namespace flybar::lanai
