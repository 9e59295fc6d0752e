/// Does the processor in SystemVerilog do, instruction by instruction, what the reference
/// interpreter does, and in as many clocks?
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbenches/tests/agree/rtl/board_pins.h"
#include "testbenches/tests/agree/rtl/seed.h"
#include "testbenches/tests/lanai/random_program.h"
#include "testbenches/tests/lanai/reference_interpreter.h"

namespace flybar::rtl {
namespace {

using lanai::RandomProgram;
using lanai::ReferenceInterpreter;

constexpr std::size_t kInstructions = 600;
constexpr int kClocks = 4000;

void put(std::vector<std::uint8_t>& memory, std::uint32_t address, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i)
    memory[address + i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

/// A board and the reference with the same memory, compared after each instruction.
class Pair {
 public:
  explicit Pair(const std::vector<std::uint8_t>& memory) : reference(memory.size()) {
    reference.memory = memory;
    for (std::uint32_t at = 0; at < memory.size(); at += 4) board.word(at) = reference.load(at, 4);
    board.start();
    compare();
  }

  /// One clock.
  void clock() {
    board.clock();
    ++clocks;
    compare();
  }
  void compare() {
    ASSERT_EQ(board.pins.fault_o, 0) << position();
    if (!board.monitored("retire")) return;
    const std::uint32_t pc = reference.pc;
    ASSERT_EQ(board.monitored("retire_pc"), pc) << position();
    ASSERT_TRUE(reference.step()) << position();
    ++instructions;
    EXPECT_EQ(clocks, reference.clocks) << position();
    const unsigned flags = reference.c | reference.v << 1 | reference.n << 2 | reference.z << 3;
    ASSERT_EQ(board.monitored("retire_flags"), flags) << position();
    for (unsigned i = 3; i < 32; ++i)
      ASSERT_EQ(board.cpu_register(i), reference.r[i]) << "r" << i << ", " << position();
  }
  void expect_same_memory() {
    for (std::uint32_t at = 0; at < reference.memory.size(); at += 4)
      ASSERT_EQ(board.word(at), reference.load(at, 4)) << "at " << at;
  }

  BoardPins board;
  ReferenceInterpreter reference;
  std::uint64_t clocks = 1;
  std::uint64_t instructions = 0;

 private:
  std::string position() const {
    return std::to_string(instructions) + " instructions before " + std::to_string(reference.pc);
  }
};

class RandomCode : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomCode, DoesWhatTheReferenceDoesInAsManyClocks) {
  RandomProgram program(seed_of(GetParam()), kInstructions);
  std::vector<std::uint8_t> memory(BoardPins::kSramBytes);
  for (std::size_t i = 0; i < program.code().size(); ++i)
    put(memory, static_cast<std::uint32_t>(i * 4), program.code()[i]);
  for (std::uint32_t i = 0; i < RandomProgram::kDataBytes; i += 4)
    put(memory, RandomProgram::kData + i, program.any());
  Pair pair(memory);

  while (pair.clocks < kClocks && !HasFatalFailure()) pair.clock();

  EXPECT_GT(pair.instructions, kInstructions / 5);
  pair.expect_same_memory();
}

INSTANTIATE_TEST_SUITE_P(Seed, RandomCode, testing::Range(0u, 40u));

}  // namespace
}  // namespace flybar::rtl
