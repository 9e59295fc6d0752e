/// The processor alone: on an SRAM, and on a bus that is not a chip.
#include "models/lanai/core/processor.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "models/lanai/core/rare.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/core/steps.h"
#include "testbenches/programs/lanai/program.h"

namespace flybar::lanai {
namespace {

using namespace literals;

/// A register that counts how often it is read, and remembers what is written.
struct PlainBus {
  int reads = 0;
  std::uint32_t written = 0;
  int clock_written = -1;
  std::uint32_t engines_at = ~0u;  ///< word on which an engine works
  int settled = -1;

  std::uint32_t status(int) const { return 7; }
  std::uint32_t read_special(std::uint32_t, int, std::uint32_t) {
    return static_cast<std::uint32_t>(++reads);
  }
  bool write_special(std::uint32_t, std::uint32_t value, int clock, std::uint32_t) {
    written = value, clock_written = clock;
    return true;
  }
  bool guarded(std::uint32_t address) const { return address == engines_at; }
  void settle(int clocks) { settled = clocks; }
  bool recording() const { return false; }
  bool note(int, std::uint32_t, std::uint8_t) { return true; }
  bool retired(int, std::uint32_t, std::uint32_t, int, bool) { return false; }
  void stored(std::uint32_t) {}
  void check_code(std::uint32_t, int) const {}
  [[noreturn]] void refuse_instruction(std::uint32_t, int) const {
    throw std::runtime_error("instruction");
  }
  [[noreturn]] void refuse_address(std::uint32_t, int, std::uint32_t) const {
    throw std::runtime_error("address");
  }
};
static_assert(ProcessorBus<PlainBus>);

struct Alone {
  explicit Alone(const Program& program) { sram.set_bytes(0, program.bytes()); }
  /// Clocks that have passed of `clocks`, each of which leaves two accesses.
  int run(int clocks) { return processor.run(equal_slots<64, 2>(), clocks, 0); }
  std::uint32_t reg(std::size_t number) const { return processor.state().registers[number]; }

  PlainBus bus;
  Sram sram{64_KB, Processor<PlainBus>::kSteps};
  Processor<PlainBus> processor{sram, bus};
};

TEST(SramAlone, KeepsDecodedCodeWhenNoBytesAreWritten) {
  Sram sram(64_KB, Processor<PlainBus>::kSteps);
  sram.set_word(0, 0x2a000000);
  const Decoded code = sram.decode_at(0);

  sram.set_bytes(0, {});

  EXPECT_EQ(sram.code()[0].step, code.step);
}

TEST(ProcessorAlone, RunsAsManyClocksAsItIsGiven) {
  Program p;
  p.nops(20);
  Alone alone(p);

  EXPECT_EQ(alone.run(5), 5);
  EXPECT_EQ(alone.processor.place().pc, 20u);
}

TEST(ProcessorAlone, ReadsRegistersOfItsBus) {
  Program p;
  p.read(0x20, 5);
  p.nops(4);
  Alone alone(p);

  alone.run(4);

  EXPECT_EQ(alone.bus.reads, 1);
  EXPECT_EQ(alone.reg(5), 1u);
}

TEST(ProcessorAlone, WriteToItsBusEndsTheRun) {
  Program p;
  p.write(0x20, 42);  // three instructions
  p.nops(4);
  Alone alone(p);

  EXPECT_EQ(alone.run(10), 3);
  EXPECT_EQ(alone.bus.written, 42u);
  EXPECT_EQ(alone.bus.clock_written, 2);
}

TEST(ProcessorAlone, WordOfAnEngineSettlesTheEnginesFirst) {
  Program p;
  p.load(5, 0x1000);
  p.nops(4);
  Alone alone(p);
  alone.bus.engines_at = 0x1000;
  alone.processor.guard({0x1000, 4});

  EXPECT_EQ(alone.run(10), 1);
  EXPECT_EQ(alone.bus.settled, 1);
}

TEST(ProcessorAlone, RefusesAnAddressBeyondItsMemory) {
  Program p;
  p.load(5, 0x10000);
  Alone alone(p);

  EXPECT_THROW(alone.run(4), std::runtime_error);
}

}  // namespace
}  // namespace flybar::lanai
