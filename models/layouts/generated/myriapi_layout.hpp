// Generated from models/layouts/myriapi.layout.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// MyriAPI: what host and firmware share, in 32-bit big-endian words.
namespace flybar::myriapi::layout {

inline constexpr std::uint32_t kSendEntries = 0x10;  ///< Descriptors of the send ring, a power of two.
inline constexpr std::uint32_t kReceiveEntries = 0x10;  ///< Descriptors of the receive ring, a power of two.
inline constexpr std::uint32_t kSendPieces = 0x10;  ///< Pieces of host memory that a packet is gathered from, at most.
inline constexpr std::uint32_t kReceivePieces = 0x8;  ///< Pieces of host memory that a packet is scattered to, at most.
inline constexpr std::uint32_t kMtu = 0x20f0;  ///< Bytes of the longest packet, without its header.
inline constexpr std::uint32_t kMostBuffers = 0x4;  ///< Packet buffers each way that can be configured.
inline constexpr std::uint32_t kMaxNodes = 0x40;  ///< Entries of the route table.
inline constexpr std::uint32_t kMaxRoute = 0x8;  ///< Route bytes per route.
inline constexpr std::uint32_t kMostChannel = 0xffff;  ///< The highest channel.
inline constexpr std::uint32_t kWireType = 0x4300001;  ///< First word of a MyriAPI packet; its first bit is 0, unlike that of a route byte (value is ours).
inline constexpr std::uint32_t kOwnerHost = 0x0;  ///< The descriptor belongs to the host: free (send) or with a packet (receive).
inline constexpr std::uint32_t kOwnerNic = 0x1;  ///< The descriptor belongs to the NIC: to be sent (send) or to be filled (receive).
inline constexpr std::uint32_t kOutcomeStored = 0x1;  ///< The packet lies in the pieces.
inline constexpr std::uint32_t kOutcomeTooLong = 0x2;  ///< The packet was longer than the pieces; nothing was written.
inline constexpr std::uint32_t kOutcomeRefused = 0x3;  ///< A packet came, but the pieces are not allowed; nothing was written.
inline constexpr std::uint32_t kStateReset = 0x0;  ///< The firmware has not looked at its configuration yet.
inline constexpr std::uint32_t kStateRunning = 0x1;  ///< The firmware serves its rings.
inline constexpr std::uint32_t kStateBadVersion = 0x80000001;  ///< Halted: config.version is not layout_version.
inline constexpr std::uint32_t kStateBadBuffers = 0x80000002;  ///< Halted: config.buffers is below 2 or above most_buffers.
inline constexpr std::uint32_t kStateNoMemory = 0x80000003;  ///< Halted: SRAM does not hold config.buffers packets each way.
inline constexpr std::uint32_t kLayoutVersion = 0xd715be1b;  ///< Changes whenever the layout does.

/// Written by the host before it lets the chip run; never again. Byte offsets.
struct Config {
  static constexpr std::uint32_t kSize = 32;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kVersion = 0;  ///< layout_version; anything else halts the firmware.
  static constexpr std::uint32_t kNode = 4;  ///< Number of this node, the source of its packets.
  static constexpr std::uint32_t kBuffers = 8;  ///< Packet buffers each way.
  static constexpr std::uint32_t kNotifyInterrupt = 12;  ///< 1: every delivery raises the host interrupt.
  static constexpr std::uint32_t kSpare = 16;  ///< Zero.
  static constexpr std::uint32_t kSpareCount = 4;
  static constexpr std::uint32_t kSpareStride = 4;
};

/// Written by the firmware, readable by the host at any time. Byte offsets.
struct Status {
  static constexpr std::uint32_t kSize = 64;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kState = 0;  ///< One of the state constants.
  static constexpr std::uint32_t kVersion = 4;  ///< layout_version of the firmware, already in the image.
  static constexpr std::uint32_t kSendDone = 8;  ///< Send descriptors given back to the host, in ring order.
  static constexpr std::uint32_t kSendRefused = 12;  ///< Of these, not sent: pieces, length or node not allowed.
  static constexpr std::uint32_t kReceived = 16;  ///< Packets delivered.
  static constexpr std::uint32_t kNotStored = 20;  ///< Receive descriptors given back with another outcome than outcome_stored.
  static constexpr std::uint32_t kDroppedRingFull = 24;  ///< Packets dropped because the host owned the next receive descriptor.
  static constexpr std::uint32_t kCrcErrors = 28;  ///< Packets dropped for a wrong CRC.
  static constexpr std::uint32_t kLengthErrors = 32;  ///< Packets dropped because shorter or longer than their header says, or than any.
  static constexpr std::uint32_t kForeignPackets = 36;  ///< Packets dropped because they are not MyriAPI's.
  static constexpr std::uint32_t kHostDmaTransfers = 40;  ///< Host DMA transfers started.
  static constexpr std::uint32_t kInterrupts = 44;  ///< Host interrupts raised.
  static constexpr std::uint32_t kSpare = 48;  ///< Zero.
  static constexpr std::uint32_t kSpareCount = 4;
  static constexpr std::uint32_t kSpareStride = 4;
};

/// How to reach a node. Byte offsets.
struct Route {
  static constexpr std::uint32_t kSize = 12;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kLength = 0;  ///< Zero: the node is unknown.
  static constexpr std::uint32_t kLengthValidMask = 0x80000000;  ///< The route may be used.
  static constexpr std::uint32_t kLengthValidShift = 31;
  static constexpr std::uint32_t kLengthBytesMask = 0x0000000f;  ///< Route bytes, 0 to 8.
  static constexpr std::uint32_t kLengthBytesShift = 0;
  static constexpr std::uint32_t kPath = 4;  ///< Route bytes, right-aligned: the last one ends path[1].
  static constexpr std::uint32_t kPathCount = 2;
  static constexpr std::uint32_t kPathStride = 4;
};

/// Follows the route bytes of a packet; its bytes follow it, padded to whole words. Byte offsets.
struct WireHeader {
  static constexpr std::uint32_t kSize = 16;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kType = 0;  ///< wire_type.
  static constexpr std::uint32_t kSource = 4;  ///< Where from, and for whom.
  static constexpr std::uint32_t kSourceNodeMask = 0xffff0000;  ///< Sending node.
  static constexpr std::uint32_t kSourceNodeShift = 16;
  static constexpr std::uint32_t kSourceChannelMask = 0x0000ffff;  ///< Channel of the receiver.
  static constexpr std::uint32_t kSourceChannelShift = 0;
  static constexpr std::uint32_t kLength = 8;  ///< Bytes that follow, 0 to mtu.
  static constexpr std::uint32_t kTag = 12;  ///< Opaque.
};

/// Host memory in a row. Byte offsets.
struct Piece {
  static constexpr std::uint32_t kSize = 8;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kAddress = 0;  ///< Host address, a multiple of 4.
  static constexpr std::uint32_t kLength = 4;  ///< Bytes, a multiple of 4 and not 0. The last piece of a send descriptor may have any length: whole words are read.
};

/// One descriptor of the send ring. The host writes pieces, then the last 32 bytes in one burst. Byte offsets.
struct SendEntry {
  static constexpr std::uint32_t kSize = 160;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kPieces = 0;  ///< What the packet is gathered from, in this order.
  static constexpr std::uint32_t kPiecesCount = 16;
  static constexpr std::uint32_t kPiecesStride = 8;
  static constexpr std::uint32_t kCount = 128;  ///< Pieces, 0 to send_pieces.
  static constexpr std::uint32_t kDestination = 132;  ///< Node to send to.
  static constexpr std::uint32_t kChannel = 136;  ///< Channel there, 0 to most_channel.
  static constexpr std::uint32_t kSumFrom = 140;  ///< Where a sum would begin. Zero: this firmware computes none.
  static constexpr std::uint32_t kSumTo = 144;  ///< Where it would be put. Zero.
  static constexpr std::uint32_t kTag = 148;  ///< Opaque, travels with the packet.
  static constexpr std::uint32_t kSpare = 152;  ///< Zero.
  static constexpr std::uint32_t kOwner = 156;  ///< Last word: host sets owner_nic, firmware sets owner_host when all has left.
};

/// One descriptor of the receive ring. The host writes pieces, then count, then owner. Byte offsets.
struct ReceiveEntry {
  static constexpr std::uint32_t kSize = 96;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kPieces = 0;  ///< What a packet is scattered to, in this order.
  static constexpr std::uint32_t kPiecesCount = 8;
  static constexpr std::uint32_t kPiecesStride = 8;
  static constexpr std::uint32_t kCount = 64;  ///< Pieces, 0 to receive_pieces.
  static constexpr std::uint32_t kLength = 68;  ///< Bytes of the packet.
  static constexpr std::uint32_t kSource = 72;  ///< As in the header of the packet.
  static constexpr std::uint32_t kSourceNodeMask = 0xffff0000;  ///< Sending node.
  static constexpr std::uint32_t kSourceNodeShift = 16;
  static constexpr std::uint32_t kSourceChannelMask = 0x0000ffff;  ///< Channel that it is for.
  static constexpr std::uint32_t kSourceChannelShift = 0;
  static constexpr std::uint32_t kOutcome = 76;  ///< One of the outcome constants.
  static constexpr std::uint32_t kSum = 80;  ///< Would be the sum of the bytes. Zero: this firmware computes none.
  static constexpr std::uint32_t kTag = 84;  ///< Opaque, from the sender.
  static constexpr std::uint32_t kSpare = 88;  ///< Zero.
  static constexpr std::uint32_t kOwner = 92;  ///< Last word: host sets owner_nic, firmware sets owner_host when the packet is complete.
};

/// Everything, at the symbol myriapi_nic. Byte offsets.
struct Nic {
  static constexpr std::uint32_t kSize = 4960;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kConfig = 0;  ///< Options.
  static constexpr std::uint32_t kStatus = 32;  ///< State and counters.
  static constexpr std::uint32_t kSend = 96;  ///< Send ring.
  static constexpr std::uint32_t kSendCount = 16;
  static constexpr std::uint32_t kSendStride = 160;
  static constexpr std::uint32_t kReceive = 2656;  ///< Receive ring.
  static constexpr std::uint32_t kReceiveCount = 16;
  static constexpr std::uint32_t kReceiveStride = 96;
  static constexpr std::uint32_t kRoutes = 4192;  ///< Route table, by node.
  static constexpr std::uint32_t kRoutesCount = 64;
  static constexpr std::uint32_t kRoutesStride = 12;
};

}  // namespace flybar::myriapi::layout
