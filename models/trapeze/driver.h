/// Brings a board up with the Trapeze firmware: loads it, writes the configuration of its endpoint,
/// lets it run, and waits until it says so.
#pragma once

#include <cstdint>
#include <vector>

#include "models/host/cpu/cpu.h"
#include "models/lanai/board/loader.h"
#include "models/trapeze/endpoint_config.h"
#include "models/trapeze/library_params.h"

namespace flybar::trapeze {

class Driver {
 public:
  /// Where control messages go when they travel by DMA; 0 otherwise.
  struct Mirrors {
    host::Physical send = 0;
    host::Physical receive = 0;
  };
  struct ReceiveFrame {
    host::Physical address = 0;
    Bytes length;
  };

  Driver(host::Cpu& cpu, const LibraryParams& params, const EndpointConfig& config)
      : cpu_(cpu), params_(params), config_(config) {}

  /// Throws ConfigurationError if the firmware does not fit this board or this library, and
  /// SimulationError if it halts or does not come up. `frames`: one per receive entry.
  EndpointMap start(const Firmware& firmware, const Mirrors& mirrors,
                    const std::vector<ReceiveFrame>& frames);

 private:
  void check(const Firmware& firmware) const;
  void configure(const EndpointMap& map, const Mirrors& mirrors);
  void write_receive_ring(const EndpointMap& map, const std::vector<ReceiveFrame>& frames);
  lanai::StartUp start_up(const EndpointMap& map) const;

  host::Cpu& cpu_;
  const LibraryParams& params_;
  const EndpointConfig& config_;
};

}  // namespace flybar::trapeze
