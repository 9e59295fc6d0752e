// DEC 21174 "Pyxis" revision 1, as in the first Personal Workstation 500au (Miata).
#include "models/pci/chipsets.h"

namespace flybar::pci {

BridgeParams pyxis() {
  return {
      // Kernels switch read prefetch off, because DMA must not cross 8 KB (NetBSD cia.c, D). Each
      // read is then one cache block of 64 B; 16 lost clocks give the measured half rate of
      // 66 MB/s: address, these 11, four until the next FRAME#. The core is that of the 21171. I
      .read_latency = 11_cycles,
      .read_wait = 0_cycles,
      .read_disconnect = 64_B,

      // Nearly the full 132 MB/s for long bursts. I
      .write_latency = 1_cycles,
      .write_wait = 0_cycles,
      .write_disconnect = 0_B,
      .write_buffers = 4,
      .write_recovery = 0_ns,

      // As the 21171; the pages of the AlphaPC 164LX manual are.
      .pio_read_request = 90_ns,
      .pio_read_return = 60_ns,
      .pio_min_read = 8_B,
      .pio_write_handover = 120_ns,
      .pio_write_issue = 60_ns,
      .pio_buffers = 4,
      .pio_burst = 32_B,
  };
}

}  // namespace flybar::pci
