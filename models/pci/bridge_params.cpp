#include "models/pci/bridge_params.h"

namespace flybar::pci {

namespace {

using enum Confidence;

void describe_reads(Parameters& table, BridgeParams& params) {
  table.add("pci.bridge.read_latency", params.read_latency, {3_cycles, 16_cycles},
            {"clocks lost before the first data of a DMA read, AD turnaround included",
             "PCI 2.1 allows 16 from FRAME#; typical 8 to 16", kInferred});
  table.add("pci.bridge.read_wait", params.read_wait, {0_cycles, 7_cycles},
            {"wait states per data phase of a DMA read", "measured rates leave room for none",
             kInferred});
  table.add("pci.bridge.read_disconnect", params.read_disconnect, {0_B, 8_KB},
            {"DMA reads end at multiples of this address (0 B: never)",
             "Miata: no prefetch, one cache block; Alcor: unbroken for 512 B or more by its rate",
             kInferred});
}

void describe_writes(Parameters& table, BridgeParams& params) {
  table.add(
      "pci.bridge.write_latency", params.write_latency, {0_cycles, 14_cycles},
      {"clocks lost before the first data of a DMA write",
       "PCI 2.1, medium decode: 1; with disconnects each 64 B, 12 also explains Alcor", kInferred});
  table.add("pci.bridge.write_wait", params.write_wait, {0_cycles, 7_cycles},
            {"wait states per data phase of a DMA write",
             "Alcor: 1 is one of three equal explanations of its measured half rate", kInferred});
  table.add("pci.bridge.write_disconnect", params.write_disconnect, {0_B, 8_KB},
            {"DMA writes end at multiples of this address (0 B: never)",
             "not documented for these chip sets; 64 B on the older DEC 21071-DA", kGuess});
  table.add("pci.bridge.write_buffers", params.write_buffers, {1, 8},
            {"DMA writes that may wait for memory at a time", "DEC 21071-DA: 4 lines", kGuess});
  table.add("pci.bridge.write_recovery", params.write_recovery, {0_ns, 1_us},
            {"time that memory takes for one DMA write; a write that finds no buffer gets Retry",
             "not documented; 0 as long as memory keeps up with the bus", kGuess});
}

void describe_pio(Parameters& table, BridgeParams& params) {
  table.add(
      "pci.bridge.pio_read_request", params.pio_read_request, {30_ns, 400_ns},
      {"PIO read: from the CPU to REQ#", "so that a word takes 0.42 us (VMMC, recalled)", kGuess});
  table.add("pci.bridge.pio_read_return", params.pio_read_return, {30_ns, 300_ns},
            {"PIO read: from the last data phase to the CPU",
             "so that a word takes 0.42 us (VMMC, recalled)", kGuess});
  table.add(
      "pci.bridge.pio_min_read", params.pio_min_read, {4_B, 32_B},
      {"smallest PIO read on the bus", "Alpha: a quadword (AlphaPC 164 manual A-11)", kDocumented});
  table.add("pci.bridge.pio_write_handover", params.pio_write_handover, {0_ns, 150_ns},
            {"CPU time to hand over a posted PIO write of up to 32 B",
             "0.06 to 0.15 us; 0.121 us (VMMC, recalled)", kGuess});
  table.add("pci.bridge.pio_write_issue", params.pio_write_issue, {0_ns, 300_ns},
            {"PIO write: from the end of the hand-over to REQ#", "two PCI clocks", kGuess});
  table.add(
      "pci.bridge.pio_buffers", params.pio_buffers, {1, 16},
      {"posted PIO writes of up to 32 B", "Alpha: four (AlphaPC 164 manual A-11)", kDocumented});
  table.add("pci.bridge.pio_burst", params.pio_burst, {4_B, 32_B},
            {"most that one PIO transaction moves", "Alpha: 8 longwords (AlphaPC 164 manual A-11)",
             kDocumented});
}

bool power_of_two_words(Bytes size) {
  return size >= 4_B && (size.count & (size.count - 1)) == 0;
}

}  // namespace

void describe(Parameters& table, BridgeParams& params) {
  describe_reads(table, params);
  describe_writes(table, params);
  describe_pio(table, params);
  table.add_check([&params](std::vector<Fault>& faults) {
    const auto check = [&](const char* key, Bytes size, bool zero_is_never) {
      if (power_of_two_words(size) || (zero_is_never && size == 0_B)) return;
      faults.push_back(
          {key, std::to_string(size.count) + " B",
           zero_is_never ? "0 B, or a power of two from 4 B" : "a power of two from 4 B",
           "take the next power of two"});
    };
    check("pci.bridge.read_disconnect", params.read_disconnect, true);
    check("pci.bridge.write_disconnect", params.write_disconnect, true);
    check("pci.bridge.pio_min_read", params.pio_min_read, false);
    check("pci.bridge.pio_burst", params.pio_burst, false);
  });
}

}  // namespace flybar::pci
