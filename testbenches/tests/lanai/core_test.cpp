/// Does the processor, stepped in either way, do instruction by instruction what the reference
/// interpreter does, and in as many clocks?
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "models/common/error.h"
#include "models/lanai/isa/disassemble.h"
#include "testbenches/programs/lanai/bare_chip.h"
#include "testbenches/tests/lanai/random_program.h"
#include "testbenches/tests/lanai/reference_interpreter.h"

namespace flybar::lanai {
namespace {

constexpr std::size_t kInstructions = 600;
constexpr int kClocks = 4000;
constexpr std::uint32_t kNever = ~0u;

void expect_same(const Chip& chip, const ReferenceInterpreter& reference,
                 const std::string& position) {
  const CoreState core = chip.core().state();
  for (unsigned i = 3; i < 32; ++i)
    EXPECT_EQ(core.registers[i], reference.r[i]) << "r" << i << ", " << position;
  const unsigned flags = static_cast<unsigned>(reference.z * kZero | reference.n * kNegative |
                                               reference.v * kOverflow | reference.c * kCarry);
  EXPECT_EQ(core.pipe.flags, flags) << position;
}

/// Follows the chip with the reference and compares after each instruction.
class Follower : public Observer {
 public:
  using Observer::on;
  explicit Follower(ReferenceInterpreter& cpu, std::uint32_t end) : reference(cpu), end_(end) {}

  void on(const Retired& retired) override {
    if (done || testing::Test::HasFailure()) return;
    const std::uint64_t before = reference.clocks;
    text_ = disassemble(reference.load(reference.pc, 4), reference.pc);
    ASSERT_EQ(retired.pc, reference.pc) << position();
    ASSERT_TRUE(reference.step()) << position();
    if (instructions++ > 0) {
      EXPECT_EQ(retired.cycles, reference.clocks - before) << position();
    }
    expect_same(*chip, reference, position());
    done = reference.pc == end_;
  }

  Chip* chip = nullptr;
  ReferenceInterpreter& reference;
  bool done = false;
  std::uint64_t instructions = 0;

 private:
  std::string position() const {
    return std::to_string(instructions) + " instructions before " + text_;
  }
  std::uint32_t end_;
  std::string text_;
};

void store(std::vector<std::uint8_t>& memory, std::uint32_t address, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i)
    memory[address + i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

void fill(std::vector<std::uint8_t>& memory, RandomProgram& program) {
  for (std::size_t i = 0; i < program.code().size(); ++i)
    store(memory, static_cast<std::uint32_t>(i * 4), program.code()[i]);
  for (std::uint32_t i = 0; i < RandomProgram::kDataBytes; i += 4)
    store(memory, RandomProgram::kData + i, program.any());
}

/// The seed of a failing run is in its name; FLYBAR_SEED replaces it.
std::uint32_t seed_of(std::uint32_t number) {
  const char* chosen = std::getenv("FLYBAR_SEED");
  return chosen ? static_cast<std::uint32_t>(std::stoul(chosen)) : number;
}

Touches touches_of(std::uint32_t number) {
  return number % 3 == 0 ? Touches::kCode : Touches::kMemory;
}

class RandomCode : public testing::TestWithParam<std::tuple<Stepping, std::uint32_t>> {};

TEST_P(RandomCode, DoesWhatTheReferenceDoes) {
  const auto [stepping, number] = GetParam();
  RandomProgram program(seed_of(number), kInstructions, touches_of(number));
  ReferenceInterpreter reference(256 * 1024);
  fill(reference.memory, program);
  Follower follower(reference, program.stays() ? program.end() : kNever);
  BareChip bare("bare", stepping, follower);
  follower.chip = &bare.chip;
  bare.load(0, reference.memory);
  bare.chip.observe_instructions(true);

  bare.start();
  bare.run(Cycles(kClocks));

  EXPECT_GT(follower.instructions,
            kInstructions / 5);  // before its last loop, where a chip may rest
  const auto memory = bare.chip.sram().bytes(0, reference.memory.size());
  EXPECT_TRUE(std::equal(memory.begin(), memory.end(), reference.memory.begin()));
}

/// The processor takes short ways while nobody watches.
TEST_P(RandomCode, ComesToTheSameEndInAsManyClocksUnwatched) {
  const auto [stepping, number] = GetParam();
  RandomProgram program(seed_of(number), kInstructions, touches_of(number));
  ReferenceInterpreter reference(256 * 1024);
  fill(reference.memory, program);
  Observer nobody;
  BareChip bare("bare", stepping, nobody);
  bare.load(0, reference.memory);
  while (reference.clocks < kClocks) ASSERT_TRUE(reference.step());

  bare.start();
  std::int64_t clocks = 0, more = static_cast<std::int64_t>(reference.clocks);
  for (more -= static_cast<std::int64_t>(bare.chip.core().counters.clocks); clocks < more;) {
    const std::int64_t piece = std::min(1 + clocks % 7, more - clocks);
    bare.run(Cycles(piece));
    clocks += piece;
  }
  bare.chip.catch_up(bare.now());

  EXPECT_EQ(bare.chip.core().place().pc, reference.pc);
  expect_same(bare.chip, reference, "at the end");
  const auto memory = bare.chip.sram().bytes(0, reference.memory.size());
  EXPECT_TRUE(std::equal(memory.begin(), memory.end(), reference.memory.begin()));
}

INSTANTIATE_TEST_SUITE_P(All, RandomCode,
                         testing::Combine(testing::Values(Stepping::kEveryClock, Stepping::kFast),
                                          testing::Range(0u, 60u)),
                         [](const auto& p) {
                           const bool fast = std::get<0>(p.param) == Stepping::kFast;
                           return std::string(fast ? "fast" : "every_clock") + "_seed_" +
                                  std::to_string(std::get<1>(p.param));
                         });

}  // namespace
}  // namespace flybar::lanai
