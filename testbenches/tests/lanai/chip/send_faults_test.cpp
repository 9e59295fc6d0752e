/// What may firmware not ask of the send engine?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

void send(Program& p, std::uint32_t first, std::uint32_t last) {
  p.write(regs::Smp::kOffset, first);
  p.write(regs::Smlt::kOffset, last);
}

class SendFaults : public BothSteppings {};
FLYBAR_BOTH_STEPPINGS(SendFaults);

TEST_P(SendFaults, StartedWhileOneIsUnderWay) {
  Program p;
  send(p, 0x2000, 0x207C);
  p.write(regs::Smlt::kOffset, 0x2080);
  Bench bench(GetParam(), p);

  EXPECT_EQ(fault_of([&] { bench.go(60_cycles); }).found,
            "a send is started while one is under way");
}

TEST_P(SendFaults, LimitBeforeTheStart) {
  Program p;
  send(p, 0x2004, 0x2000);
  Bench bench(GetParam(), p);

  const Fault fault = fault_of([&] { bench.go(60_cycles); });
  EXPECT_EQ(fault.found, "a send whose limit lies before its start or outside the SRAM: 0x2000");
  EXPECT_EQ(fault.allowed, "addresses from SMP, 0x2004, below 0x40000, the end of the SRAM");
}

TEST_P(SendFaults, LimitMayBeTheLastWordOfTheSramAndNoLater) {
  Program p;
  p.write(regs::Smp::kOffset, 0x3FFFC);
  const auto last = p.write(regs::Smlt::kOffset, 0x3FFFC);
  p.nops(10);
  p.write(regs::Smlt::kOffset, 0x40000);
  Bench bench(GetParam(), p);
  const Fault fault = fault_of([&] { bench.go(60_cycles); });

  EXPECT_TRUE(bench.reached(last));
  EXPECT_NE(fault.found.find("outside the SRAM: 0x40000"), std::string::npos);
}

TEST(SymbolsKnownAhead, AreSixtyFourAtMost) {
  Bench bench(Stepping::kFast);
  for (int i = 0; i < 64; ++i) bench.arrive_flow(Time::us(i + 1), i % 2 == 0);

  EXPECT_THROW(bench.arrive_flow(65_us, true), SimulationError);
}

}  // namespace
}  // namespace flybar::lanai
