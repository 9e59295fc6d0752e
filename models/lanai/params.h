/// What can be set about one LANai chip and its board.
#pragma once

#include <cstdint>
#include <string>

#include "models/common/units.h"
#include "models/layouts/generated/arbitration.hpp"

namespace flybar {
class Parameters;
}

namespace flybar::lanai {

struct ChipParams {
  static constexpr const char* kLayer = "lanai";
  Time clock = Time::ns(30);            ///< Period of the chip clock.
  Bytes sram = Bytes(256 * 1024);       ///< On-board memory.
  std::int64_t accesses_per_clock = 2;  ///< SRAM accesses in one clock.
  std::int64_t sram_words = 1;          ///< Words that one access of an engine moves.
  Arbitration arbitration = Arbitration::kHostReceiveSendCpu;
  Cycles host_dma_start = Cycles(10);  ///< DMA_CTR written to REQ# on the bus.
  Bytes host_dma_burst = Bytes(4096);  ///< Most bytes in one PCI transaction.
  Cycles pio_latency = Cycles(4);      ///< Address phase to the first SRAM access of host PIO.
  std::int64_t link_words = 1;         ///< Most words in one clock between SRAM and link, each way.
  std::int64_t send_fifo = 16;         ///< Words between send DMA and link.
  std::int64_t send_start = 8;         ///< Words that must wait there before the link starts.
  Bytes slack = Bytes(112);            ///< Receive buffer between link and receive DMA.
  Bytes stop_mark = Bytes(56);         ///< STOP goes out when this much waits.
  Bytes go_mark = Bytes(40);           ///< GO goes out when less than this waits.
  Time byte_time = Time::ps(6250);     ///< One byte on the link. Set from the network.
  Time timer_tick = Time::ns(500);     ///< RTC and IT.
  Time bus_clock = Time::ns(30);       ///< Period of the PCI clock. Set from the bus.
  std::int64_t bus_words = 1;          ///< Words in one PCI data phase. Set from the bus.
  std::uint32_t pci_base = 0x80000000;  ///< Where the host has put BAR0. Set from the node.
};

/// Names, limits and sources of the above; `prefix` is for example "lanai.".
void describe(Parameters& table, ChipParams& params, const std::string& prefix = "lanai.");

}  // namespace flybar::lanai
