// Generated from models/layouts/hswap.layout.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// Command block of the DMA bandwidth test, in 32-bit big-endian words.
namespace flybar::hswap::layout {

inline constexpr std::uint32_t kNicToHost = 0x0;  ///< Transfers write host memory.
inline constexpr std::uint32_t kHostToNic = 0x1;  ///< Transfers read host memory.
inline constexpr std::uint32_t kMaxBytes = 0x10000;  ///< Longest transfer, bytes.
inline constexpr std::uint32_t kIdle = 0x0;  ///< command: nothing to do, or the last command is complete.
inline constexpr std::uint32_t kGo = 0x1;  ///< command: the host asks for the transfers.
inline constexpr std::uint32_t kRefused = 0x2;  ///< command: the parameters are not allowed, nothing was moved.

/// At the symbol hswap_command. The host writes it in one burst, then waits for command to change. Byte offsets.
struct Command {
  static constexpr std::uint32_t kSize = 32;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kDirection = 0;  ///< nic_to_host or host_to_nic.
  static constexpr std::uint32_t kBytes = 4;  ///< Of one transfer, a multiple of 4.
  static constexpr std::uint32_t kHostAddress = 8;  ///< A multiple of 4; every transfer uses the same memory.
  static constexpr std::uint32_t kRepeat = 12;  ///< Transfers, at least 1.
  static constexpr std::uint32_t kTicks = 16;  ///< RTC ticks (0.5 us) that all of them took.
  static constexpr std::uint32_t kSramAddress = 20;  ///< Where in SRAM the data lies.
  static constexpr std::uint32_t kSpare = 24;  ///< Zero.
  static constexpr std::uint32_t kCommand = 28;  ///< Last word of the line: idle, go or refused.
};

}  // namespace flybar::hswap::layout
