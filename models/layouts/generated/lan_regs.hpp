// Generated from models/layouts/lan.regs.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// A card with rings of descriptors: registers in its window, 32-bit big-endian words, and descriptors in host memory.
namespace flybar::lan::regs {

inline constexpr std::uint32_t kWindowBytes = 0x100;  ///< Size of the window.
inline constexpr std::uint32_t kInterruptSent = 0x1;  ///< STATUS, MASK: a frame has left whose last descriptor asks for an interrupt.
inline constexpr std::uint32_t kInterruptReceived = 0x2;  ///< STATUS, MASK: frames have come, or some had no descriptor.

/// Host address of the first descriptor of the send ring. A write also goes back to that one. (G)
struct SendBase {
  static constexpr std::uint32_t kOffset = 0x00;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Descriptors of the send ring; 0: the card sends nothing. (G)
struct SendLength {
  static constexpr std::uint32_t kOffset = 0x04;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// A write of any value lets the card look at the next descriptor of the send ring. (D)
struct SendDemand {
  static constexpr std::uint32_t kOffset = 0x08;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Host address of the first descriptor of the receive ring. A write also goes back to that one. (G)
struct ReceiveBase {
  static constexpr std::uint32_t kOffset = 0x0c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Descriptors of the receive ring; 0: frames that come are dropped. (G)
struct ReceiveLength {
  static constexpr std::uint32_t kOffset = 0x10;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// A write of any value lets the card read the next descriptor of the receive ring now, not when a frame comes. (D)
struct ReceiveDemand {
  static constexpr std::uint32_t kOffset = 0x14;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Causes of interrupts. A bit that is written as 1 is cleared. (D)
struct Status {
  static constexpr std::uint32_t kOffset = 0x18;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// The causes that raise the interrupt. (D)
struct Mask {
  static constexpr std::uint32_t kOffset = 0x1c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// One descriptor of a ring: up to two buffers. Receive buffers begin at multiples of 4 B and are whole words long. Byte offsets.
struct Descriptor {
  static constexpr std::uint32_t kSize = 16;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kStatus = 0;  ///< Whose it is, and what became of the frame.
  static constexpr std::uint32_t kStatusOwnerMask = 0x80000000;  ///< It is the card's, which gives it back with 0.
  static constexpr std::uint32_t kStatusOwnerShift = 31;
  static constexpr std::uint32_t kStatusDamagedMask = 0x40000000;  ///< Received: the frame check is wrong.
  static constexpr std::uint32_t kStatusDamagedShift = 30;
  static constexpr std::uint32_t kStatusTooLongMask = 0x20000000;  ///< Received: the buffers did not hold all of it.
  static constexpr std::uint32_t kStatusTooLongShift = 29;
  static constexpr std::uint32_t kStatusCircuitMask = 0x0fffc000;  ///< Of a frame to send, in its first descriptor: the virtual circuit (AAL5).
  static constexpr std::uint32_t kStatusCircuitShift = 14;
  static constexpr std::uint32_t kStatusLengthMask = 0x00003fff;  ///< Received: bytes written, without the frame check.
  static constexpr std::uint32_t kStatusLengthShift = 0;
  static constexpr std::uint32_t kControl = 4;  ///< What is in the buffers. Written by the host.
  static constexpr std::uint32_t kControlFirstMask = 0x80000000;  ///< To send: a frame begins here.
  static constexpr std::uint32_t kControlFirstShift = 31;
  static constexpr std::uint32_t kControlLastMask = 0x40000000;  ///< To send: the frame ends here.
  static constexpr std::uint32_t kControlLastShift = 30;
  static constexpr std::uint32_t kControlInterruptMask = 0x20000000;  ///< To send: an interrupt when the frame has left.
  static constexpr std::uint32_t kControlInterruptShift = 29;
  static constexpr std::uint32_t kControlEndMask = 0x10000000;  ///< The ring goes on at its base.
  static constexpr std::uint32_t kControlEndShift = 28;
  static constexpr std::uint32_t kControlLength2Mask = 0x0fffc000;  ///< Bytes of the second buffer; 0: there is none.
  static constexpr std::uint32_t kControlLength2Shift = 14;
  static constexpr std::uint32_t kControlLength1Mask = 0x00003fff;  ///< Bytes of the first buffer.
  static constexpr std::uint32_t kControlLength1Shift = 0;
  static constexpr std::uint32_t kBuffer1 = 8;  ///< Host address of the first buffer.
  static constexpr std::uint32_t kBuffer2 = 12;  ///< Host address of the second buffer.
};

}  // namespace flybar::lan::regs
