// Generated from models/layouts/lanai.regs.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// Special registers of the LANai 4.x. Offsets from 0xFFFFFF00 for the chip's processor.
namespace flybar::lanai::regs {

inline constexpr std::uint32_t kRegisterBase = 0xffffff00;  ///< Address of the first special register for the chip's own processor.
inline constexpr std::uint32_t kRegisterSpace = 0x100;  ///< Bytes of register space.
inline constexpr std::uint32_t kTimeoutSixteenthSecond = 0x0;  ///< TIMEOUT: the network may block a packet for 1/16 s.
inline constexpr std::uint32_t kTimeoutQuarterSecond = 0x1;  ///< TIMEOUT: the network may block a packet for 1/4 s.
inline constexpr std::uint32_t kTimeoutOneSecond = 0x2;  ///< TIMEOUT: the network may block a packet for 1 s (inferred).
inline constexpr std::uint32_t kTimeoutFourSeconds = 0x3;  ///< TIMEOUT: the network may block a packet for 4 s.

/// Context 0: instruction being fetched. Not modelled, reads as written. (D)
struct Ipf0 {
  static constexpr std::uint32_t kOffset = 0x00;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 0: current instruction. Not modelled, reads as written. (D)
struct Cur0 {
  static constexpr std::uint32_t kOffset = 0x04;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 0: previous instruction. Not modelled, reads as written. (D)
struct Prev0 {
  static constexpr std::uint32_t kOffset = 0x08;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 0: memory data. Not modelled, reads as written. (D)
struct Data0 {
  static constexpr std::uint32_t kOffset = 0x0c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 0: data fetch state. Not modelled, reads as written. (D)
struct Dpf0 {
  static constexpr std::uint32_t kOffset = 0x10;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 1: instruction being fetched. Not modelled, reads as written. (D)
struct Ipf1 {
  static constexpr std::uint32_t kOffset = 0x14;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 1: current instruction. Not modelled, reads as written. (D)
struct Cur1 {
  static constexpr std::uint32_t kOffset = 0x18;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 1: previous instruction. Not modelled, reads as written. (D)
struct Prev1 {
  static constexpr std::uint32_t kOffset = 0x1c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 1: memory data. Not modelled, reads as written. (D)
struct Data1 {
  static constexpr std::uint32_t kOffset = 0x20;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Context 1: data fetch state. Not modelled, reads as written. (D)
struct Dpf1 {
  static constexpr std::uint32_t kOffset = 0x24;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Interrupt status. The real chip's processor has it in r31; compiled firmware reaches it here. (I)
struct Isr {
  static constexpr std::uint32_t kOffset = 0x28;
  static constexpr std::uint32_t kReset = 0x00002000;
  static constexpr std::uint32_t kDbgMask = 0x80000000;  ///< Debug.
  static constexpr std::uint32_t kDbgShift = 31;
  static constexpr std::uint32_t kHostSigMask = 0x40000000;  ///< Signal to the host: the chip's processor sets it by writing 1, the host clears it by writing 1.
  static constexpr std::uint32_t kHostSigShift = 30;
  static constexpr std::uint32_t kLan7SigMask = 0x00800000;  ///< Signal 7 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan7SigShift = 23;
  static constexpr std::uint32_t kLan6SigMask = 0x00400000;  ///< Signal 6 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan6SigShift = 22;
  static constexpr std::uint32_t kLan5SigMask = 0x00200000;  ///< Signal 5 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan5SigShift = 21;
  static constexpr std::uint32_t kLan4SigMask = 0x00100000;  ///< Signal 4 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan4SigShift = 20;
  static constexpr std::uint32_t kLan3SigMask = 0x00080000;  ///< Signal 3 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan3SigShift = 19;
  static constexpr std::uint32_t kLan2SigMask = 0x00040000;  ///< Signal 2 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan2SigShift = 18;
  static constexpr std::uint32_t kLan1SigMask = 0x00020000;  ///< Signal 1 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan1SigShift = 17;
  static constexpr std::uint32_t kLan0SigMask = 0x00010000;  ///< Signal 0 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan0SigShift = 16;
  static constexpr std::uint32_t kWordRdyMask = 0x00008000;  ///< At least 4 bytes wait in the packet interface.
  static constexpr std::uint32_t kWordRdyShift = 15;
  static constexpr std::uint32_t kHalfRdyMask = 0x00004000;  ///< At least 2 bytes wait in the packet interface.
  static constexpr std::uint32_t kHalfRdyShift = 14;
  static constexpr std::uint32_t kSendRdyMask = 0x00002000;  ///< The packet interface can start a new packet.
  static constexpr std::uint32_t kSendRdyShift = 13;
  static constexpr std::uint32_t kLinkMask = 0x00001000;  ///< Reserved on 4.x (open link timeout on 3.x).
  static constexpr std::uint32_t kLinkShift = 12;
  static constexpr std::uint32_t kNresMask = 0x00000800;  ///< A forward reset was received.
  static constexpr std::uint32_t kNresShift = 11;
  static constexpr std::uint32_t kWakeMask = 0x00000400;  ///< The host's wake pin.
  static constexpr std::uint32_t kWakeShift = 10;
  static constexpr std::uint32_t kOrunMask = 0x00000300;  ///< OFF_BY_2, OFF_BY_1: unused bytes in the last word of the packet received. Valid with RECV.
  static constexpr std::uint32_t kOrunShift = 8;
  static constexpr std::uint32_t kTailMask = 0x00000080;  ///< A tail was consumed by RB, RH or RW.
  static constexpr std::uint32_t kTailShift = 7;
  static constexpr std::uint32_t kWdogMask = 0x00000040;  ///< Watchdog.
  static constexpr std::uint32_t kWdogShift = 6;
  static constexpr std::uint32_t kTimeMask = 0x00000020;  ///< The interval timer IT passed zero.
  static constexpr std::uint32_t kTimeShift = 5;
  static constexpr std::uint32_t kDmaMask = 0x00000010;  ///< The host DMA has finished. Cleared by writing DMA_CTR.
  static constexpr std::uint32_t kDmaShift = 4;
  static constexpr std::uint32_t kSendMask = 0x00000008;  ///< The send DMA has reached its limit. Cleared by writing SML or SMLT.
  static constexpr std::uint32_t kSendShift = 3;
  static constexpr std::uint32_t kBuffMask = 0x00000004;  ///< RMP has reached RML. Cleared by writing RML.
  static constexpr std::uint32_t kBuffShift = 2;
  static constexpr std::uint32_t kRecvMask = 0x00000002;  ///< A tail was received into memory. Cleared by writing RML.
  static constexpr std::uint32_t kRecvShift = 1;
  static constexpr std::uint32_t kByteRdyMask = 0x00000001;  ///< At least 1 byte waits in the packet interface.
  static constexpr std::uint32_t kByteRdyShift = 0;
};

/// Mask of the interrupt line to the host: it is asserted while ISR & EIMR is not zero. (D)
struct Eimr {
  static constexpr std::uint32_t kOffset = 0x2c;
  static constexpr std::uint32_t kReset = 0x00000000;
  static constexpr std::uint32_t kDbgMask = 0x80000000;  ///< Debug.
  static constexpr std::uint32_t kDbgShift = 31;
  static constexpr std::uint32_t kHostSigMask = 0x40000000;  ///< Signal to the host: the chip's processor sets it by writing 1, the host clears it by writing 1.
  static constexpr std::uint32_t kHostSigShift = 30;
  static constexpr std::uint32_t kLan7SigMask = 0x00800000;  ///< Signal 7 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan7SigShift = 23;
  static constexpr std::uint32_t kLan6SigMask = 0x00400000;  ///< Signal 6 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan6SigShift = 22;
  static constexpr std::uint32_t kLan5SigMask = 0x00200000;  ///< Signal 5 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan5SigShift = 21;
  static constexpr std::uint32_t kLan4SigMask = 0x00100000;  ///< Signal 4 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan4SigShift = 20;
  static constexpr std::uint32_t kLan3SigMask = 0x00080000;  ///< Signal 3 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan3SigShift = 19;
  static constexpr std::uint32_t kLan2SigMask = 0x00040000;  ///< Signal 2 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan2SigShift = 18;
  static constexpr std::uint32_t kLan1SigMask = 0x00020000;  ///< Signal 1 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan1SigShift = 17;
  static constexpr std::uint32_t kLan0SigMask = 0x00010000;  ///< Signal 0 from the host: the host sets it by writing 1.
  static constexpr std::uint32_t kLan0SigShift = 16;
  static constexpr std::uint32_t kWordRdyMask = 0x00008000;  ///< At least 4 bytes wait in the packet interface.
  static constexpr std::uint32_t kWordRdyShift = 15;
  static constexpr std::uint32_t kHalfRdyMask = 0x00004000;  ///< At least 2 bytes wait in the packet interface.
  static constexpr std::uint32_t kHalfRdyShift = 14;
  static constexpr std::uint32_t kSendRdyMask = 0x00002000;  ///< The packet interface can start a new packet.
  static constexpr std::uint32_t kSendRdyShift = 13;
  static constexpr std::uint32_t kLinkMask = 0x00001000;  ///< Reserved on 4.x (open link timeout on 3.x).
  static constexpr std::uint32_t kLinkShift = 12;
  static constexpr std::uint32_t kNresMask = 0x00000800;  ///< A forward reset was received.
  static constexpr std::uint32_t kNresShift = 11;
  static constexpr std::uint32_t kWakeMask = 0x00000400;  ///< The host's wake pin.
  static constexpr std::uint32_t kWakeShift = 10;
  static constexpr std::uint32_t kOrunMask = 0x00000300;  ///< OFF_BY_2, OFF_BY_1: unused bytes in the last word of the packet received. Valid with RECV.
  static constexpr std::uint32_t kOrunShift = 8;
  static constexpr std::uint32_t kTailMask = 0x00000080;  ///< A tail was consumed by RB, RH or RW.
  static constexpr std::uint32_t kTailShift = 7;
  static constexpr std::uint32_t kWdogMask = 0x00000040;  ///< Watchdog.
  static constexpr std::uint32_t kWdogShift = 6;
  static constexpr std::uint32_t kTimeMask = 0x00000020;  ///< The interval timer IT passed zero.
  static constexpr std::uint32_t kTimeShift = 5;
  static constexpr std::uint32_t kDmaMask = 0x00000010;  ///< The host DMA has finished. Cleared by writing DMA_CTR.
  static constexpr std::uint32_t kDmaShift = 4;
  static constexpr std::uint32_t kSendMask = 0x00000008;  ///< The send DMA has reached its limit. Cleared by writing SML or SMLT.
  static constexpr std::uint32_t kSendShift = 3;
  static constexpr std::uint32_t kBuffMask = 0x00000004;  ///< RMP has reached RML. Cleared by writing RML.
  static constexpr std::uint32_t kBuffShift = 2;
  static constexpr std::uint32_t kRecvMask = 0x00000002;  ///< A tail was received into memory. Cleared by writing RML.
  static constexpr std::uint32_t kRecvShift = 1;
  static constexpr std::uint32_t kByteRdyMask = 0x00000001;  ///< At least 1 byte waits in the packet interface.
  static constexpr std::uint32_t kByteRdyShift = 0;
};

/// Interval timer: counts down every 0.5 us; passing zero sets ISR.TIME and goes on from 0xFFFFFFFF. (D)
struct It {
  static constexpr std::uint32_t kOffset = 0x30;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Real-time clock: counts up every 0.5 us. (D)
struct Rtc {
  static constexpr std::uint32_t kOffset = 0x34;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Ones-complement internet checksum of host DMA data. Not modelled, reads as written. (D)
struct Cks {
  static constexpr std::uint32_t kOffset = 0x38;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Host DMA: host (PCI) byte address, advances by 4. (D)
struct Ear {
  static constexpr std::uint32_t kOffset = 0x3c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Host DMA: local SRAM byte address, advances by 4. (D)
struct Lar {
  static constexpr std::uint32_t kOffset = 0x40;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Host DMA: bytes left. Writing it starts the transfer; reading it tells the progress. (D)
struct DmaCtr {
  static constexpr std::uint32_t kOffset = 0x44;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Receive DMA: address of the next word, advances by 4 as words arrive. (D)
struct Rmp {
  static constexpr std::uint32_t kOffset = 0x48;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Receive DMA: address of the last word of the buffer. Writing it arms the receive. (D)
struct Rml {
  static constexpr std::uint32_t kOffset = 0x4c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Send DMA: address of the next word, advances by 4. (D)
struct Smp {
  static constexpr std::uint32_t kOffset = 0x50;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Send DMA: address of the last word. Writing it starts the send and leaves the packet open. (D)
struct Sml {
  static constexpr std::uint32_t kOffset = 0x54;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Send DMA: address of the last word. Writing it starts the send; CRC and tail close the packet. (D)
struct Smlt {
  static constexpr std::uint32_t kOffset = 0x58;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Pops a byte from the packet interface. (D)
struct Rb {
  static constexpr std::uint32_t kOffset = 0x60;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Pops a half word from the packet interface. (D)
struct Rh {
  static constexpr std::uint32_t kOffset = 0x64;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Pops a word from the packet interface. (D)
struct Rw {
  static constexpr std::uint32_t kOffset = 0x68;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Send align: leading bytes of the first word that the next send DMA skips. (D)
struct Sa {
  static constexpr std::uint32_t kOffset = 0x6c;
  static constexpr std::uint32_t kReset = 0x00000000;
  static constexpr std::uint32_t kSkipMask = 0x00000003;  ///< Bytes to skip.
  static constexpr std::uint32_t kSkipShift = 0;
};

/// Pushes a byte into the packet interface. (D)
struct Sb {
  static constexpr std::uint32_t kOffset = 0x70;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Pushes a half word into the packet interface. (D)
struct Sh {
  static constexpr std::uint32_t kOffset = 0x74;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Pushes a word into the packet interface. (D)
struct Sw {
  static constexpr std::uint32_t kOffset = 0x78;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Pushes a tail into the packet interface. (D)
struct St {
  static constexpr std::uint32_t kOffset = 0x7c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Host DMA: direction. (D)
struct DmaDir {
  static constexpr std::uint32_t kOffset = 0x80;
  static constexpr std::uint32_t kReset = 0x00000000;
  static constexpr std::uint32_t kE2lMask = 0x00000001;  ///< 1: from the host to SRAM; 0: from SRAM to the host.
  static constexpr std::uint32_t kE2lShift = 0;
};

/// Host DMA: burst sizes that are allowed. PCI firmware enables all. (D)
struct DmaSts {
  static constexpr std::uint32_t kOffset = 0x84;
  static constexpr std::uint32_t kReset = 0x0000000f;
  static constexpr std::uint32_t kBurst16Mask = 0x00000008;  ///< 16-word bursts.
  static constexpr std::uint32_t kBurst16Shift = 3;
  static constexpr std::uint32_t kBurst8Mask = 0x00000004;  ///< 8-word bursts.
  static constexpr std::uint32_t kBurst8Shift = 2;
  static constexpr std::uint32_t kBurst4Mask = 0x00000002;  ///< 4-word bursts.
  static constexpr std::uint32_t kBurst4Shift = 1;
  static constexpr std::uint32_t kBurst2Mask = 0x00000001;  ///< 2-word bursts.
  static constexpr std::uint32_t kBurst2Shift = 0;
};

/// How long the network may block a packet. (D)
struct Timeout {
  static constexpr std::uint32_t kOffset = 0x88;
  static constexpr std::uint32_t kReset = 0x00000000;
  static constexpr std::uint32_t kPeriodMask = 0x00000003;  ///< 0: 1/16 s, 1: 1/4 s, 2: 1 s (inferred), 3: 4 s.
  static constexpr std::uint32_t kPeriodShift = 0;
};

/// Link options. (D)
struct Myrinet {
  static constexpr std::uint32_t kOffset = 0x8c;
  static constexpr std::uint32_t kReset = 0x00000000;
  static constexpr std::uint32_t kNresEnableMask = 0x00000001;  ///< A forward reset resets the chip.
  static constexpr std::uint32_t kNresEnableShift = 0;
  static constexpr std::uint32_t kCrcEnableMask = 0x00000002;  ///< CRC-8 is appended on send; on receive the stored CRC byte is 0 when good.
  static constexpr std::uint32_t kCrcEnableShift = 1;
};

/// Hardware debugging. No effect in the model. (D)
struct HwDbug {
  static constexpr std::uint32_t kOffset = 0x90;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Board lamp. (D)
struct Led {
  static constexpr std::uint32_t kOffset = 0x94;
  static constexpr std::uint32_t kReset = 0x00000000;
  static constexpr std::uint32_t kOnMask = 0x00000001;  ///< Lamp on (which value lights it is inferred).
  static constexpr std::uint32_t kOnShift = 0;
};

/// Link interface configuration; firmware writes 3 on 4.1 and later. (D)
struct Version {
  static constexpr std::uint32_t kOffset = 0x98;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Memory protection and link activation (also called ACTIVATE). (D)
struct WriteEnable {
  static constexpr std::uint32_t kOffset = 0x9c;
  static constexpr std::uint32_t kReset = 0x00000000;
};

/// Phase constant from the EEPROM, written by the host before it starts the chip. (D)
struct Clock {
  static constexpr std::uint32_t kOffset = 0xfc;
  static constexpr std::uint32_t kReset = 0x00000000;
};

}  // namespace flybar::lanai::regs
