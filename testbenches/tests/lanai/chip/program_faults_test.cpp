/// How does the run end when the program does what no processor can?
#include "models/lanai/image/image.h"
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

class ProgramFaults : public BothSteppings {
 protected:
  Fault run(const Program& program, const Image* image = nullptr) {
    Bench bench(GetParam(), program);
    bench.chip.set_image(image);
    return fault_of([&] { bench.go(100_cycles); });
  }
};
FLYBAR_BOTH_STEPPINGS(ProgramFaults);

Image image_of(const Program& program) {
  Image image;
  image.text_end = program.end();
  image.symbols = {{"start_dma", 0, program.end(), true, true}};
  DebugInfo debug;
  debug.files = {"/firmware/dma.c"};
  debug.lines = {{0, program.end(), 0, 17}};
  image.set_debug(debug);
  return image;
}

Program jump_to(std::uint32_t target) {
  Program p;
  p.set(5, target);
  p.jump(5);
  p.nops(1);
  return p;
}

TEST_P(ProgramFaults, FaultHasFourParts) {
  Program p;
  p.word(0xA0020006);
  const Fault fault = run(p);

  EXPECT_EQ(fault.where, "bench.chip: firmware at 0x0, clock 4");
  EXPECT_EQ(fault.found, "the word there is no instruction of this processor");
  EXPECT_EQ(fault.allowed, "instructions that clang-14 --target=lanai makes");
  EXPECT_EQ(fault.advice, "look whether the program has jumped into data, or overwritten itself");
}

TEST_P(ProgramFaults, FaultTellsTheClockInWhichItHappens) {
  Program p;
  p.nops(50);
  p.word(0xA0020006);

  EXPECT_EQ(run(p).where, "bench.chip: firmware at 0xc8, clock 54");
}

TEST_P(ProgramFaults, FaultOfARegisterTellsTheClockInWhichItHappens) {
  Program p;
  p.nops(50);
  p.write(regs::DmaCtr::kOffset, 3);

  EXPECT_EQ(run(p).where, "bench.chip: firmware at 0xd0, clock 56");
}

TEST_P(ProgramFaults, FaultNamesFunctionAndLine) {
  Program p;
  p.nops(2);
  p.word(0xA0020006);
  const Image image = image_of(p);

  EXPECT_NE(run(p, &image).where.find("start_dma+0x8 (dma.c:17), clock"), std::string::npos);
}

TEST_P(ProgramFaults, ProgramLeavesItsCode) {
  Program p;
  p.nops(3);
  const Image image = image_of(p);

  EXPECT_EQ(run(p, &image).found, "the program has left its code");
}

TEST_P(ProgramFaults, ProgramLeavesTheSram) {
  EXPECT_EQ(run(jump_to(0x40000)).found, "the program counter has left the SRAM: 0x40000");
}

TEST_P(ProgramFaults, LastWordOfTheSramCanBeExecuted) {
  Program p = jump_to(0x3FFFC);
  Bench bench(GetParam(), p);
  bench.chip.sram().set_word(0x3FFFC, 0xE0000000);  // back to the beginning

  const Fault fault = fault_of([&] { bench.go(14_cycles); });
  EXPECT_EQ(fault.found, "the program counter has left the SRAM: 0x40000");
  EXPECT_TRUE(bench.reached(0x3FFFC));
}

TEST_P(ProgramFaults, JumpToTheFirstByteBehindAWordsAddress) {
  EXPECT_EQ(run(jump_to(0x101)).found, "the program counter is no word address");
}

TEST_P(ProgramFaults, JumpToTheMiddleOfAWord) {
  EXPECT_EQ(run(jump_to(0x102)).found, "the program counter is no word address");
}

TEST_P(ProgramFaults, LastWordOfTheSramCanBeLoaded) {
  Program p;
  p.load(5, 0x3FFFC);
  p.stay();

  EXPECT_EQ(run(p).found, "nothing wrong");
}

TEST_P(ProgramFaults, LoadBehindTheSram) {
  Program p;
  p.load(5, 0x40000);

  EXPECT_EQ(run(p).found, "an access outside the SRAM: 0x40000");
}

TEST_P(ProgramFaults, StoreBelowTheSpecialRegisters) {
  Program p;
  p.set(5, kSpecialBase - 4);
  p.word(0x90000000 | 6 << 23 | 5 << 18);

  EXPECT_EQ(run(p).found, "an access outside the SRAM: 0xfffffefc");
}

TEST_P(ProgramFaults, BytesTakenStraightFromTheLinkAreNotModelled) {
  Program p;
  p.read(regs::Rb::kOffset);

  EXPECT_NE(run(p).found.find("is not modelled"), std::string::npos);
}

TEST_P(ProgramFaults, BytesPushedStraightToTheLinkAreNotModelled) {
  Program p;
  p.write(regs::Sb::kOffset, 1);

  EXPECT_NE(run(p).found.find("is not modelled"), std::string::npos);
}

}  // namespace
}  // namespace flybar::lanai
