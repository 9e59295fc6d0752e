/// Does a board work in a platform of plain SystemC threads?
#include "models/cluster/standalone.h"

#include <gtest/gtest.h>

#include "models/lanai/board/addresses.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/registers/generated/lanai_regs.hpp"
#include "models/myrinet/crc8.h"
#include "testbenches/cluster/foreign_platform.h"
#include "testbenches/lanai/chip/program.h"

namespace flybar::cluster {
namespace {

namespace regs = lanai::regs;
using lanai::Program;
using Bytes8 = std::vector<std::uint8_t>;

constexpr std::uint32_t kWindow = 0x80000000, kFrom = 0x100, kTo = 0x200, kSram = 0x2000;

lanai::ChipParams params() {
  lanai::ChipParams params;
  params.pci_base = kWindow;
  return params;
}

class ForeignPlatform : public testing::TestWithParam<Stepping> {
 protected:
  ForeignPlatform() {
    chip.set_stepping(GetParam());
    host.bus.bind(chip.pci_target());
    chip.pci_master().bind(memory.bus);
    chip.link_out().bind(partner.in);
    partner.out.bind(chip.link_in);
  }
  /// As a loader does it: image into SRAM, release, and then `body`.
  void load_and_run(const Program& program, const std::function<void(foreign::Host&)>& body) {
    host.program = [this, &program, &body](foreign::Host& cpu) {
      cpu.write(board.sram(), program.bytes());
      cpu.write_word(board.control(), lanai::board::Control::kResetOffMask);
      body(cpu);
      sc_core::sc_stop();
    };
    sc_core::sc_start();
  }
  std::uint32_t status(foreign::Host& cpu) const {
    const auto isr = cpu.read(board.chip_register(regs::Isr::kOffset), 4);
    return std::uint32_t{isr[0]} << 24 | isr[1] << 16 | isr[2] << 8 | isr[3];
  }
  void wait_for(foreign::Host& cpu, std::uint32_t bits) const {
    while ((status(cpu) & bits) != bits) sc_core::wait(to_systemc(Time::us(1)));
  }

  KernelBorder kernel;
  Agenda agenda;
  Observer observer;
  const lanai::BoardAddresses board{.bar0 = kWindow};
  lanai::Chip chip{"chip", params(), agenda, kernel, observer};
  Standalone driver{"driver", kernel, chip, agenda};
  foreign::Host host{"host"};
  foreign::Memory memory{"memory"};
  foreign::Partner partner{"partner", params().byte_time};
};

INSTANTIATE_TEST_SUITE_P(Both, ForeignPlatform,
                         testing::Values(Stepping::kEveryClock, Stepping::kFast),
                         [](const auto& stepping) {
                           return stepping.param == Stepping::kFast ? "fast" : "every_clock";
                         });

void dma(Program& p, std::uint32_t host, bool to_sram) {
  p.write(regs::Ear::kOffset, host);
  p.write(regs::Lar::kOffset, kSram);
  p.write(regs::DmaDir::kOffset, to_sram);
  p.write(regs::DmaCtr::kOffset, 16);
}

/// Words from the host's memory into the SRAM and, once they are all there, back to another place.
Program copy_of_words() {
  Program p;
  dma(p, kFrom, true);
  p.nops(200);  // longer than the first transfer takes
  dma(p, kTo, false);
  p.stay();
  return p;
}

TEST_P(ForeignPlatform, FirmwareLoadedThroughTheWindowMovesDataByDma) {
  const Bytes8 data{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::copy(data.begin(), data.end(), memory.bytes.begin() + kFrom);
  Bytes8 seen;

  load_and_run(copy_of_words(), [&](foreign::Host& cpu) {
    sc_core::wait(to_systemc(Time::us(20)));
    wait_for(cpu, regs::Isr::kDmaMask);
    seen = cpu.read(board.sram() + kSram, 16);
  });

  EXPECT_EQ(seen, data);
  EXPECT_TRUE(std::equal(data.begin(), data.end(), memory.bytes.begin() + kTo));
}

/// Sends the words at kSram, with the CRC behind them, and stores the answer behind those.
Program question() {
  Program p;
  p.write(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  p.write(regs::Rmp::kOffset, kSram + 64);
  p.write(regs::Rml::kOffset, kSram + 64 + 15 * 4);
  p.write(regs::Smp::kOffset, kSram);
  p.write(regs::Smlt::kOffset, kSram + 4);
  p.stay();
  return p;
}

TEST_P(ForeignPlatform, PacketIsExchangedOverTheLink) {
  const Bytes8 words{10, 20, 30, 40, 50, 60, 70, 80};
  chip.sram().set_bytes(kSram, words);
  partner.answer = [](const Bytes8& packet) {
    Bytes8 answer(packet.rbegin() + 1, packet.rend());  // all but the CRC
    answer.push_back(myrinet::crc8(0, answer));
    return answer;
  };
  Bytes8 seen;

  load_and_run(question(), [&](foreign::Host& cpu) {
    wait_for(cpu, regs::Isr::kRecvMask);
    seen = cpu.read(board.sram() + kSram + 64, 8);
  });

  ASSERT_EQ(partner.received.size(), 1u);
  EXPECT_EQ(Bytes8(partner.received[0].begin(), partner.received[0].begin() + 8), words);
  EXPECT_EQ(seen, Bytes8(words.rbegin(), words.rend()));
}

TEST_P(ForeignPlatform, SimulationEndsWhenNothingIsLeftToDo) {
  sc_core::sc_start();  // the chip is in reset, and no thread waits for a time

  EXPECT_EQ(kernel_time(), Time());
}

}  // namespace
}  // namespace flybar::cluster
