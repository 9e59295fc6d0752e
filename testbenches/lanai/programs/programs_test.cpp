/// Does compiled C compute on the chip what it computes on this machine?
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "models/lanai/image.h"
#include "testbenches/lanai/reference_interpreter.h"

extern "C" {
extern volatile std::uint32_t selected;
extern volatile std::uint32_t result_count;
extern std::uint32_t results[];
int run_selected(void);
}

namespace flybar::lanai {
namespace {

constexpr Bytes kSram{256 * 1024};
constexpr int kMostInstructions = 50'000'000;
using Results = std::vector<std::uint32_t>;

#define PROGRAM(name) #name,
const char* const kPrograms[] = {
#include "testbenches/lanai/programs/programs.inc"
};
#undef PROGRAM

Image image(const std::string& name) {
  std::ifstream list(std::string(PROGRAMS "/") + name + ".objects");
  std::vector<std::filesystem::path> objects;
  for (std::string line; std::getline(list, line);) objects.emplace_back(line);
  return load_image(objects, kSram);
}

Results native(std::uint32_t program) {
  selected = program;
  run_selected();
  return Results(results, results + result_count);
}

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
  Results got;
  const std::uint32_t count = cpu.load(image.find("result_count")->address, 4);
  for (std::uint32_t i = 0; i < count; ++i)
    got.push_back(cpu.load(image.find("results")->address + 4 * i, 4));
  return got;
}

class Programs : public testing::TestWithParam<std::tuple<std::uint32_t, const char*>> {};

TEST_P(Programs, ComputesOnTheReferenceWhatItComputesHere) {
  const auto [program, level] = GetParam();

  const Results got = interpreted(image(level), program);

  EXPECT_FALSE(got.empty());
  EXPECT_EQ(got, native(program));
}

INSTANTIATE_TEST_SUITE_P(
    All, Programs,
    testing::Combine(testing::Range(0u, static_cast<std::uint32_t>(std::size(kPrograms))),
                     testing::Values("O0", "O1", "O2", "Os", "O2_small")),
    [](const auto& p) {
      return std::string(kPrograms[std::get<0>(p.param)]) + "_" + std::get<1>(p.param);
    });

}  // namespace
}  // namespace flybar::lanai
