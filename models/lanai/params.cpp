#include "models/lanai/params.h"

#include <utility>

#include "models/common/parameters.h"
#include "models/common/quantity.h"

namespace flybar::lanai {

void describe(Parameters& table, ChipParams& p, const std::string& prefix) {
  using enum Confidence;
  table.add_clock(prefix + "clock", p.clock, {Time::ns(5), Time::ns(100)},
                  {"Clock of the LANai chip.",
                   "LANai 4.1 on PCI32 boards runs at the PCI clock (no multiplier before LANai 5)",
                   kInferred});
  table.add(prefix + "sram", p.sram, {Bytes(64 * 1024), Bytes(1024 * 1024)}, kWords,
            {"NIC memory.", "myriProm.h product table: M2F-PCI32a 256 KB", kDocumented});
  table.add(
      prefix + "accesses_per_clock", p.accesses_per_clock, {1, 4},
      {"SRAM accesses in one clock.",
       "LBUS at twice the chip clock; fetch and data in one step (LANai 3 ISA text)", kInferred});
  table.add_choice(
      prefix + "sram_width", p.sram_words, {{"32 bit", 1}, {"64 bit", 2}},
      {"What one SRAM access of an engine moves; the processor's stay at 32 bit.",
       "LBUS of 32 bit (LANai 4.X documentation as cited in the VMMC paper)", kDocumented});
  table.add_choice(
      prefix + "arbitration", p.arbitration, {kArbitrationNames.begin(), kArbitrationNames.end()},
      {"Priority of SRAM accesses. With the processor first and one access per clock, a "
       "loop that fetches in every clock starves the engines.",
       "LANai 4.X documentation as cited in the VMMC and FM papers", kGuess});
  table.add(
      prefix + "host_dma_start", p.host_dma_start, {Cycles(0), Cycles(60)},
      {"DMA_CTR written to REQ# on the bus.",
       "setup of 0.3 to 2 us on top of the data, of which firmware and bus are modelled apart",
       kGuess});
  table.add(prefix + "host_dma_burst", p.host_dma_burst, {Bytes(64), Bytes(65536)}, kWords,
            {"Most bytes in one PCI transaction.",
             "E-bus bursts are 64 B; 128 MB/s needs the board to merge them to 512 B or more",
             kInferred});
  table.add(prefix + "pio_latency", p.pio_latency, {Cycles(1), Cycles(16)},
            {"Address phase to the first SRAM access of host programmed I/O.",
             "PCI target with medium decode", kGuess});
  table.add(prefix + "link_words", p.link_words, {1, 2},
            {"Most words in one clock between SRAM and link, in each direction.",
             "whether the packet interface of the 4.1 takes more than one is unknown; no measured "
             "payload rate is above one word a clock",
             kInferred});
  table.add(prefix + "send_fifo", p.send_fifo, {2, 32},
            {"Words between send DMA and link.", "unknown depth of the packet interface", kGuess});
  table.add(prefix + "send_start", p.send_start, {1, 32},
            {"Words that must wait there before the link starts, unless the transfer has ended.",
             "so that the link does not run dry word by word when the SRAM is contended", kGuess});
  table.add(
      prefix + "slack", p.slack, {Bytes(80), Bytes(4096)},
      {"Receive buffer between link and receive DMA; if not set, what link.rate and length need.",
       "80 B slack of a port (Flich et al. 2002) and the packet interface's own words", kGuess});
  table.add(prefix + "stop_mark", p.stop_mark, {Bytes(16), Bytes(960)},
            {"STOP goes out when this much waits.", "Flich et al., TPDS 2002", kGuess});
  table.add(prefix + "go_mark", p.go_mark, {Bytes(8), Bytes(952)},
            {"GO goes out when less than this waits; if not set, 16 B below the STOP mark.",
             "Flich et al., TPDS 2002", kGuess});
  table.add(prefix + "timer_tick", p.timer_tick, {Time::ns(50), Time::us(10)},
            {"Tick of RTC and IT, whatever the clock.", "LANai 4 sources (mcpload)", kDocumented});
  table.add_check([&p, prefix](std::vector<Fault>& faults) {
    if (p.send_start > p.send_fifo)
      faults.push_back({prefix + "send_start",
                        std::to_string(p.send_start) + " words, more than " + prefix + "send_fifo",
                        "1 .. " + std::to_string(p.send_fifo), "lower it"});
    if (p.go_mark >= p.stop_mark)
      faults.push_back({prefix + "go_mark",
                        quantity::print(p.go_mark) + ", not below " + prefix + "stop_mark",
                        "less than " + quantity::print(p.stop_mark),
                        "lower it or raise " + prefix + "stop_mark"});
  });
}

}  // namespace flybar::lanai
