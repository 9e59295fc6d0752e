/// The kernel's driver of one NIC that runs the PM firmware: loads it, opens channels, pins pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/host/cpu/cpu.h"
#include "models/lanai/board/loader.h"
#include "models/layouts/generated/pm_layout.hpp"
#include "models/pm/params.h"
#include "models/pm/user_memory.h"

namespace flybar::pm {

struct NicConfig : lanai::DriverConfig {
  std::uint32_t nodes = 2;
};

/// The firmware as the driver needs it: its bytes from SRAM address 0, and where pm_nic lies.
struct Firmware {
  std::span<const std::uint8_t> bytes;
  std::uint32_t nic;
};

class Nic {
 public:
  Nic(host::Cpu& cpu, const Params& params, const NicConfig& config);

  /// Throws ConfigurationError if the firmware does not fit this board or this driver, and
  /// SimulationError if it halts or does not come up.
  void start(const Firmware& firmware);

  /// Where a process puts what it shares with the firmware. PCI addresses.
  std::uint32_t channel(unsigned number, std::uint32_t field) const;
  std::uint32_t queue_entry(unsigned channel, std::uint32_t entry, std::uint32_t field) const;

  /// The buffers of a channel and its host_status.
  struct Buffers {
    host::Physical send;
    host::Physical receive;
    host::Physical status;
  };
  void open(unsigned channel, const Buffers& buffers);
  void close(unsigned channel);

  /// Pins pages of a process and enters them into the pin table of its channel, from entry `first`
  /// on. They take the CPU's time.
  void pin(unsigned channel, UserMemory& memory, std::uint64_t page, std::uint32_t first,
           std::uint32_t pages);
  void release(unsigned channel, UserMemory& memory, std::uint64_t page, std::uint32_t first,
               std::uint32_t pages);

  const Params& params() const { return params_; }
  const NicConfig& config() const { return config_; }
  host::Cpu& cpu() { return cpu_; }

 private:
  std::uint32_t in_nic(std::uint32_t offset) const;
  void check(const Firmware& firmware) const;
  void configure();
  lanai::StartUp start_up() const;
  void set_open(unsigned channel, std::uint32_t open);
  void spend(std::uint32_t pages, double share, const host::Label& label);
  void write_pins(unsigned channel, std::uint32_t first, std::span<const std::uint32_t> words);

  host::Cpu& cpu_;
  const Params params_;
  const NicConfig config_;
  const lanai::BoardAddresses board_;
  std::uint32_t nic_ = 0;   ///< PCI address of pm_nic
  std::uint32_t pins_ = 0;  ///< and of the pin tables
};

}  // namespace flybar::pm
