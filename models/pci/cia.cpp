// DEC 21171 "CIA", pass 2, as in AlphaStation 500 and 600 (Alcor). 33 MHz PCI, DMA read prefetch
// on.
#include "models/pci/chipsets.h"

namespace flybar::pci {

BridgeParams cia() {
  return {
      // 128 MB/s at 8 KB: about 64 clocks lost, so bursts stay unbroken for 512 B or more. Taken as
      // four bursts of 2 KB with 16 lost clocks each: address, these 11, four until the next
      // FRAME#. I
      .read_latency = 11_cycles,
      .read_wait = 0_cycles,
      .read_disconnect = 2_KB,

      // 64 to 66 MB/s. A wait state per data phase is one of three explanations that differ only at
      // small sizes; the others are 16 to 17 lost clocks per 64 B, or 8 per 32 B. I
      .write_latency = 1_cycles,
      .write_wait = 1_cycles,
      .write_disconnect = 0_B,
      .write_buffers = 1,
      .write_recovery = 0_ns,

      // A word read takes about 0.42 us (0.4 to 1.0), a posted write 0.12 us (0.06 to 0.15): VMMC,
      // recalled. G
      .pio_read_request = 90_ns,
      .pio_read_return = 60_ns,
      .pio_min_read = 8_B,  // dense space: a quadword; AlphaPC 164 manual A-11. D
      .pio_write_handover = 120_ns,
      .pio_write_issue = 60_ns,
      .pio_buffers = 4,   // 32 bytes each, strictly in order; AlphaPC 164 manual A-11. D
      .pio_burst = 32_B,  // 8 longwords; same page. D
  };
}

}  // namespace flybar::pci
