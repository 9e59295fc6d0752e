/// What may firmware not ask of the host DMA?
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

class HostDmaFaults : public BothSteppings {
 protected:
  Fault start(std::uint32_t sram, std::uint32_t bytes, std::uint32_t host = 0x10000) {
    Program p;
    p.write(regs::Ear::kOffset, host);
    p.write(regs::Lar::kOffset, sram);
    p.write(regs::DmaCtr::kOffset, bytes);
    p.stay();
    Bench bench(GetParam(), p);
    return fault_of([&] { bench.go(200_cycles); });
  }
};
FLYBAR_BOTH_STEPPINGS(HostDmaFaults);

TEST_P(HostDmaFaults, TransferMayEndWithTheSram) {
  EXPECT_EQ(start(0x3FFC0, 64).found, "nothing wrong");
}

TEST_P(HostDmaFaults, TransferEndsBehindTheSram) {
  const Fault fault = start(0x3FFC0, 68);

  EXPECT_EQ(fault.where.substr(0, 23), "bench.chip: firmware at");
  EXPECT_EQ(fault.found, "a host DMA of 68 B leaves the SRAM: 0x3ffc0");
  EXPECT_EQ(fault.allowed, "addresses below 0x40000, the end of the SRAM");
}

TEST_P(HostDmaFaults, LengthIsNoWholeWords) {
  EXPECT_EQ(start(0x2000, 6).found, "a host DMA of 6 B at host address 0x10000");
}

TEST_P(HostDmaFaults, HostAddressIsNoWholeWord) {
  EXPECT_EQ(start(0x2000, 8, 0x10002).found, "a host DMA of 8 B at host address 0x10002");
}

TEST_P(HostDmaFaults, StartedWhileOneIsUnderWay) {
  Program p;
  p.write(regs::DmaCtr::kOffset, 64);
  p.write(regs::DmaCtr::kOffset, 64);
  Bench bench(GetParam(), p);

  EXPECT_EQ(fault_of([&] { bench.go(50_cycles); }).found,
            "a host DMA is started while one is under way");
}

TEST_P(HostDmaFaults, AddressMayNotChangeWhileOneIsUnderWay) {
  Program p;
  p.write(regs::DmaCtr::kOffset, 64);
  p.write(regs::Lar::kOffset, 0x40000);
  Bench bench(GetParam(), p);

  EXPECT_EQ(fault_of([&] { bench.go(50_cycles); }).found,
            "EAR, LAR or DMA_DIR is written while a host DMA is under way");
}

TEST_P(HostDmaFaults, NobodyServesTheHostAddress) {
  Program p;
  p.write(regs::DmaCtr::kOffset, 64);
  p.stay();
  Bench bench(GetParam(), p);
  bench.memory.answers = {0};
  bench.memory.status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const Fault fault = fault_of([&] { bench.go(50_cycles); });

  EXPECT_EQ(fault.where, "bench.chip: firmware at 0xc, clock 27");
  EXPECT_EQ(fault.found, "no target serves PCI address 0x0, at which a host DMA has come");
}

}  // namespace
}  // namespace flybar::lanai
