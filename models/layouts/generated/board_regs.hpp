// Generated from models/layouts/board.regs.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// The PCI32 board: BAR0, control register and EEPROM. Offsets from BAR0 unless a table says otherwise.
namespace flybar::lanai::board {

inline constexpr std::uint32_t kPciVendor = 0x10e8;  ///< PCI vendor id (later boards 0x14C1).
inline constexpr std::uint32_t kPciDevice = 0x8043;  ///< PCI device id.
inline constexpr std::uint32_t kPciRevision = 0x1;  ///< PCI revision of a LANai 4 board.
inline constexpr std::uint32_t kSramOffset = 0x0;  ///< SRAM on boards of 256 KB and 512 KB.
inline constexpr std::uint32_t kSramSpace = 0x80000;  ///< Space for SRAM on boards of 256 KB and 512 KB.
inline constexpr std::uint32_t kSram1mbOffset = 0x100000;  ///< SRAM on boards of 1 MB.
inline constexpr std::uint32_t kEepromOffset = 0x80000;  ///< EEPROM.
inline constexpr std::uint32_t kEepromSpace = 0x40000;  ///< Space for the EEPROM.
inline constexpr std::uint32_t kRegisterOffset = 0xc0000;  ///< LANai special registers; offsets within as for the chip's processor.
inline constexpr std::uint32_t kRegisterSpace = 0x20000;  ///< Space for the LANai special registers.
inline constexpr std::uint32_t kPciConfigShadowOffset = 0xe0040;  ///< Copy of the PCI configuration registers.
inline constexpr std::uint32_t kWindowBytes = 0x100000;  ///< Size of BAR0 on boards of 256 KB and 512 KB.
inline constexpr std::uint32_t kWindow1mbBytes = 0x200000;  ///< Size of BAR0 on boards of 1 MB.
inline constexpr std::uint32_t kClockValue41 = 0x50e450e4;  ///< Clock constant in the EEPROM of LANai 4.1 boards (also seen: 0x90449044).
inline constexpr std::uint32_t kCpuVersion41 = 0x401;  ///< EEPROM cpu version of LANai 4.1.
inline constexpr std::uint32_t kCpuVersion43 = 0x403;  ///< EEPROM cpu version of LANai 4.3.

/// Actions happen when a 1 is written; reads give the last written pair. After power-up reset is on and the interrupt is disabled (inferred). (D)
struct Control {
  static constexpr std::uint32_t kOffset = 0xe0000;
  static constexpr std::uint32_t kReset = 0x50000000;
  static constexpr std::uint32_t kResetOffMask = 0x80000000;  ///< The chip runs from address 0.
  static constexpr std::uint32_t kResetOffShift = 31;
  static constexpr std::uint32_t kResetOnMask = 0x40000000;  ///< The chip is held in reset.
  static constexpr std::uint32_t kResetOnShift = 30;
  static constexpr std::uint32_t kInterruptEnableMask = 0x20000000;  ///< The chip's interrupt reaches the host.
  static constexpr std::uint32_t kInterruptEnableShift = 29;
  static constexpr std::uint32_t kInterruptDisableMask = 0x10000000;  ///< The chip's interrupt is blocked.
  static constexpr std::uint32_t kInterruptDisableShift = 28;
  static constexpr std::uint32_t kWakeOnMask = 0x08000000;  ///< Raises the wake pin, which sets ISR.WAKE.
  static constexpr std::uint32_t kWakeOnShift = 27;
  static constexpr std::uint32_t kClockLine1Mask = 0x00000008;  ///< Serial line of the clock chip.
  static constexpr std::uint32_t kClockLine1Shift = 3;
  static constexpr std::uint32_t kReadBurstMask = 0x00000002;  ///< The board may answer reads in bursts.
  static constexpr std::uint32_t kReadBurstShift = 1;
  static constexpr std::uint32_t kClockLine0Mask = 0x00000001;  ///< Serial line of the clock chip.
  static constexpr std::uint32_t kClockLine0Shift = 0;
};

/// Contents of the EEPROM, big-endian. Byte offsets.
struct Eeprom {
  static constexpr std::uint32_t kSize = 112;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kClockValue = 0;  ///< Value for the CLOCK register.
  static constexpr std::uint32_t kCpuVersion = 4;  ///< 0x0401 is LANai 4.1.
  static constexpr std::uint32_t kBoardId = 6;  ///< Address of the board.
  static constexpr std::uint32_t kBoardIdCount = 6;
  static constexpr std::uint32_t kBoardIdStride = 1;
  static constexpr std::uint32_t kSramSize = 12;  ///< SRAM in bytes.
  static constexpr std::uint32_t kFpgaVersion = 16;  ///< Text.
  static constexpr std::uint32_t kFpgaVersionCount = 32;
  static constexpr std::uint32_t kFpgaVersionStride = 1;
  static constexpr std::uint32_t kMoreVersion = 48;  ///< Text.
  static constexpr std::uint32_t kMoreVersionCount = 16;
  static constexpr std::uint32_t kMoreVersionStride = 1;
  static constexpr std::uint32_t kDelayLine = 64;  ///< Setting of the delay line that aligns the chip's clock.
  static constexpr std::uint32_t kBoardType = 66;  ///< Type of the board.
  static constexpr std::uint32_t kBusType = 68;  ///< Type of the bus.
  static constexpr std::uint32_t kProduct = 70;  ///< Product code.
  static constexpr std::uint32_t kSerial = 72;  ///< Serial number.
  static constexpr std::uint32_t kLabel = 76;  ///< Text.
  static constexpr std::uint32_t kLabelCount = 32;
  static constexpr std::uint32_t kLabelStride = 1;
  static constexpr std::uint32_t kMaxSpeed = 108;  ///< Highest clock, MHz (unit inferred).
  static constexpr std::uint32_t kSpare = 110;  ///< Fills the last word.
};

}  // namespace flybar::lanai::board
