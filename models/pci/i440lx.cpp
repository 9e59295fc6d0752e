// Intel 82443LX (Pentium II, 66 MHz front-side bus). Also near enough to the 82441FX.
#include "models/pci/chipsets.h"

namespace flybar::pci {

BridgeParams i440lx() {
  return {
      // Nearly full rate for long bursts; snoops ahead, and the longest burst is between 256 B and
      // 4 KB (HP Kayak technical reference, D). The latency is a guess from SDRAM at 66 MHz. G
      .read_latency = 9_cycles,
      .read_wait = 0_cycles,
      .read_disconnect = 4_KB,

      .write_latency = 1_cycles,
      .write_wait = 0_cycles,
      .write_disconnect = 4_KB,
      .write_buffers = 4,
      .write_recovery = 0_ns,

      // A word read takes 0.5 to 0.8 us; sequential writes become bursts (HP Kayak). No number is
      // documented. G
      .pio_read_request = 150_ns,
      .pio_read_return = 120_ns,
      .pio_min_read = 4_B,
      .pio_write_handover = 90_ns,
      .pio_write_issue = 60_ns,
      .pio_buffers = 4,
      .pio_burst = 32_B,
  };
}

}  // namespace flybar::pci
