// Generated from models/layouts/endpoint.layout.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// Endpoint of Trapeze: what host and firmware share, in 32-bit big-endian words.
namespace flybar::trapeze::layout {

inline constexpr std::uint32_t kSendEntries = 0x20;  ///< Entries of the send ring, a power of two.
inline constexpr std::uint32_t kReceiveEntries = 0x20;  ///< Entries of the receive ring, a power of two.
inline constexpr std::uint32_t kIptEntries = 0x100;  ///< Entries of the incoming payload table, a power of two.
inline constexpr std::uint32_t kTokenIndexMask = 0xff;  ///< Bits of a payload token that are the index; the rest is the key, never all zero.
inline constexpr std::uint32_t kTokenKeyShift = 0x8;  ///< Where the key of a payload token begins.
inline constexpr std::uint32_t kHardwareIpt = 0x80000000;  ///< Added to layout_version, where a version stands, if the incoming payload table is in the chip's unit.
inline constexpr std::uint32_t kCoalescing = 0x40000000;  ///< Added to layout_version, where a version stands, if the firmware coalesces interrupts.
inline constexpr std::uint32_t kUrgent = 0x20000000;  ///< Added besides, if it looks for types of messages that interrupt at once.
inline constexpr std::uint32_t kTypeShift = 0x18;  ///< Where the type of a message begins in its message_id; the rest is its serial number.
inline constexpr std::uint32_t kMaxNodes = 0x40;  ///< Entries of the route table.
inline constexpr std::uint32_t kMaxRoute = 0x8;  ///< Route bytes per route.
inline constexpr std::uint32_t kMaxControl = 0x80;  ///< Bytes of a control message.
inline constexpr std::uint32_t kMaxPayload = 0x10000;  ///< Largest payload that can be configured, bytes.
inline constexpr std::uint32_t kWireType = 0x4100001;  ///< First word of a Trapeze packet; its first bit is 0, unlike that of a route byte (value is ours).
inline constexpr std::uint32_t kOwnerHost = 0x0;  ///< The entry belongs to the host: free (send) or holding a message (receive).
inline constexpr std::uint32_t kOwnerNic = 0x1;  ///< The entry belongs to the NIC: to be sent (send) or to be filled (receive).
inline constexpr std::uint32_t kModeStoreAndForward = 0x0;  ///< Each transfer of a packet starts when the previous one has all of it.
inline constexpr std::uint32_t kModeStatic = 0x1;  ///< Cut-through in pulses of exactly the threshold.
inline constexpr std::uint32_t kModeEager = 0x2;  ///< Cut-through in pulses of all that has arrived, at least the threshold.
inline constexpr std::uint32_t kModeFunctional = 0x3;  ///< A sending and a receiving coroutine, packet by packet.
inline constexpr std::uint32_t kStateReset = 0x0;  ///< The firmware has not looked at its configuration yet.
inline constexpr std::uint32_t kStateRunning = 0x1;  ///< The firmware serves its rings.
inline constexpr std::uint32_t kStateBadVersion = 0x80000001;  ///< Halted: config.version is not layout_version.
inline constexpr std::uint32_t kStateBadMode = 0x80000002;  ///< Halted: config.mode is unknown.
inline constexpr std::uint32_t kStateBadThreshold = 0x80000003;  ///< Halted: a threshold is 0 or not a multiple of 4.
inline constexpr std::uint32_t kStateBadPayload = 0x80000004;  ///< Halted: config.max_payload is 0, above max_payload or not a multiple of 4.
inline constexpr std::uint32_t kStateNoMemory = 0x80000005;  ///< Halted: SRAM holds fewer than one send and two receive buffers of config.max_payload.
inline constexpr std::uint32_t kStateBadRing = 0x80000006;  ///< Halted: config.send_entries or receive_entries is below the slots of the card, or more than there are.
inline constexpr std::uint32_t kLayoutVersion = 0x4f0a240b;  ///< Changes whenever the layout does.

/// Written by the host before it lets the chip run; never again. Byte offsets.
struct Config {
  static constexpr std::uint32_t kSize = 64;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kVersion = 0;  ///< layout_version; anything else halts the firmware.
  static constexpr std::uint32_t kMode = 4;  ///< One of the mode constants.
  static constexpr std::uint32_t kSendThreshold = 8;  ///< Bytes from the host that make a send pulse, a multiple of 4.
  static constexpr std::uint32_t kReceiveThreshold = 12;  ///< Bytes from the link that make a receive pulse, a multiple of 4.
  static constexpr std::uint32_t kMaxPayload = 16;  ///< Longest payload, bytes, a multiple of 4.
  static constexpr std::uint32_t kControlByDma = 20;  ///< 1: control bytes travel by DMA to and from the mirrors.
  static constexpr std::uint32_t kNotifyInterrupt = 24;  ///< 1: every delivery raises the host interrupt.
  static constexpr std::uint32_t kNode = 28;  ///< Number of this node, the source of its packets.
  static constexpr std::uint32_t kSendMirror = 32;  ///< Host address of a copy of the send ring, 32-byte aligned; only its control bytes are read.
  static constexpr std::uint32_t kReceiveMirror = 36;  ///< Host address of a copy of the receive ring, 32-byte aligned; deliveries are written there.
  static constexpr std::uint32_t kSendEntries = 40;  ///< Entries of the send ring that are used, from the first.
  static constexpr std::uint32_t kReceiveEntries = 44;  ///< Entries of the receive ring that are used, from the first.
  static constexpr std::uint32_t kCoalesceMessages = 48;  ///< Deliveries after which the host is interrupted, in a firmware that coalesces.
  static constexpr std::uint32_t kCoalesceTicks = 52;  ///< Or so many ticks of RTC after the first of them.
  static constexpr std::uint32_t kUrgentTypes = 56;  ///< Bit n: a message of type n interrupts at once, in a firmware that looks for types.
  static constexpr std::uint32_t kSpare = 60;  ///< Zero.
};

/// Written by the firmware, readable by the host at any time. Byte offsets.
struct Status {
  static constexpr std::uint32_t kSize = 64;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kState = 0;  ///< One of the state constants.
  static constexpr std::uint32_t kVersion = 4;  ///< layout_version of the firmware, already in the image.
  static constexpr std::uint32_t kSendDone = 8;  ///< Send entries given back to the host, in ring order.
  static constexpr std::uint32_t kSendRefused = 12;  ///< Of these, not sent: length, node or alignment not allowed.
  static constexpr std::uint32_t kReceived = 16;  ///< Messages delivered.
  static constexpr std::uint32_t kDroppedRingFull = 20;  ///< Packets dropped because the host owned the next receive entry.
  static constexpr std::uint32_t kPayloadDiscarded = 24;  ///< Delivered without payload: no frame attached.
  static constexpr std::uint32_t kPayloadTruncated = 28;  ///< Delivered without payload: it was longer than its frame.
  static constexpr std::uint32_t kIptRejected = 32;  ///< Delivered without payload: token not valid.
  static constexpr std::uint32_t kCrcErrors = 36;  ///< Packets dropped for a wrong CRC.
  static constexpr std::uint32_t kLengthErrors = 40;  ///< Packets dropped because shorter or longer than their header says.
  static constexpr std::uint32_t kForeignPackets = 44;  ///< Packets dropped because they are not Trapeze's.
  static constexpr std::uint32_t kHostDmaTransfers = 48;  ///< Host DMA transfers started.
  static constexpr std::uint32_t kInterrupts = 52;  ///< Host interrupts raised.
  static constexpr std::uint32_t kSendBuffers = 56;  ///< Packet buffers for sending, decided at start-up.
  static constexpr std::uint32_t kReceiveBuffers = 60;  ///< Packet buffers for receiving, decided at start-up.
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

/// Follows the route bytes of a packet; control bytes and payload follow it, each padded to whole words. Byte offsets.
struct WireHeader {
  static constexpr std::uint32_t kSize = 20;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kType = 0;  ///< wire_type.
  static constexpr std::uint32_t kSource = 4;  ///< Where from, and how long the control message is.
  static constexpr std::uint32_t kSourceNodeMask = 0xffff0000;  ///< Sending node.
  static constexpr std::uint32_t kSourceNodeShift = 16;
  static constexpr std::uint32_t kSourceControlLengthMask = 0x0000ffff;  ///< Control bytes, 0 to max_control.
  static constexpr std::uint32_t kSourceControlLengthShift = 0;
  static constexpr std::uint32_t kPayloadLength = 8;  ///< Payload bytes.
  static constexpr std::uint32_t kToken = 12;  ///< Payload token, 0 for none.
  static constexpr std::uint32_t kMessageId = 16;  ///< Opaque.
};

/// One entry of the send ring. The host writes control bytes, then the first 32 bytes in one burst. Byte offsets.
struct SendEntry {
  static constexpr std::uint32_t kSize = 192;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kDestination = 0;  ///< Node to send to.
  static constexpr std::uint32_t kControlLength = 4;  ///< Control bytes, 0 to max_control.
  static constexpr std::uint32_t kPayloadLength = 8;  ///< Payload bytes, 0 to config.max_payload.
  static constexpr std::uint32_t kPayloadAddress = 12;  ///< Host address of the payload, a multiple of 4.
  static constexpr std::uint32_t kToken = 16;  ///< Payload token of the receiver, 0 for none.
  static constexpr std::uint32_t kMessageId = 20;  ///< Opaque, travels with the message.
  static constexpr std::uint32_t kCookie = 24;  ///< The host's own.
  static constexpr std::uint32_t kOwner = 28;  ///< Last word of the line: host sets owner_nic, firmware sets owner_host when all has left.
  static constexpr std::uint32_t kPad = 32;  ///< Aligns the control buffer.
  static constexpr std::uint32_t kRoute = 36;  ///< Route bytes, right-aligned.
  static constexpr std::uint32_t kRouteCount = 2;
  static constexpr std::uint32_t kRouteStride = 4;
  static constexpr std::uint32_t kHeader = 44;  ///< Wire header, sent with route and control in one piece.
  static constexpr std::uint32_t kControl = 64;  ///< Control bytes from the first one.
  static constexpr std::uint32_t kControlCount = 128;
  static constexpr std::uint32_t kControlStride = 1;
};

/// One entry of the receive ring, in SRAM and (control by DMA) in the host's mirror. Byte offsets.
struct ReceiveEntry {
  static constexpr std::uint32_t kSize = 160;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kControl = 0;  ///< Control bytes, ending at the line: they begin at max_control - control_length rounded up to 4.
  static constexpr std::uint32_t kControlCount = 128;
  static constexpr std::uint32_t kControlStride = 1;
  static constexpr std::uint32_t kFrameAddress = 128;  ///< Host address of the attached frame, a multiple of 4.
  static constexpr std::uint32_t kFrameLength = 132;  ///< Bytes of the frame, a multiple of 4; 0 if none is attached.
  static constexpr std::uint32_t kControlLength = 136;  ///< Control bytes.
  static constexpr std::uint32_t kPayloadLength = 140;  ///< Payload bytes delivered.
  static constexpr std::uint32_t kSource = 144;  ///< Sending node and what became of the payload.
  static constexpr std::uint32_t kSourceNodeMask = 0x0000ffff;  ///< Sending node.
  static constexpr std::uint32_t kSourceNodeShift = 0;
  static constexpr std::uint32_t kSourceDiscardedMask = 0x00010000;  ///< There was a payload, but no frame.
  static constexpr std::uint32_t kSourceDiscardedShift = 16;
  static constexpr std::uint32_t kSourceTruncatedMask = 0x00020000;  ///< There was a payload longer than its frame; nothing was written.
  static constexpr std::uint32_t kSourceTruncatedShift = 17;
  static constexpr std::uint32_t kSourceIptRejectedMask = 0x00040000;  ///< The token was not valid; nothing was written.
  static constexpr std::uint32_t kSourceIptRejectedShift = 18;
  static constexpr std::uint32_t kSourceIptMask = 0x00080000;  ///< The payload lies in the frame of the token, the attached frame is untouched.
  static constexpr std::uint32_t kSourceIptShift = 19;
  static constexpr std::uint32_t kToken = 148;  ///< Payload token of the message, 0 for none.
  static constexpr std::uint32_t kMessageId = 152;  ///< Opaque, from the sender.
  static constexpr std::uint32_t kOwner = 156;  ///< Last word of the line: host sets owner_nic, firmware sets owner_host when the message is complete.
};

/// One entry of the incoming payload table. Valid while token is not 0 and differs from consumed. Byte offsets.
struct IptEntry {
  static constexpr std::uint32_t kSize = 16;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kToken = 0;  ///< The payload token; 0 cancels the entry.
  static constexpr std::uint32_t kAddress = 4;  ///< Host address of the buffer, a multiple of 4.
  static constexpr std::uint32_t kLength = 8;  ///< Bytes of the buffer, a multiple of 4.
  static constexpr std::uint32_t kConsumed = 12;  ///< The last token that a message used up; 0 again if that message was dropped.
};

/// Everything, at the symbol tpz_endpoint. Byte offsets.
struct Endpoint {
  static constexpr std::uint32_t kSize = 16256;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kConfig = 0;  ///< Options.
  static constexpr std::uint32_t kStatus = 64;  ///< State and counters.
  static constexpr std::uint32_t kSend = 128;  ///< Send ring.
  static constexpr std::uint32_t kSendCount = 32;
  static constexpr std::uint32_t kSendStride = 192;
  static constexpr std::uint32_t kReceive = 6272;  ///< Receive ring.
  static constexpr std::uint32_t kReceiveCount = 32;
  static constexpr std::uint32_t kReceiveStride = 160;
  static constexpr std::uint32_t kIpt = 11392;  ///< Incoming payload table.
  static constexpr std::uint32_t kIptCount = 256;
  static constexpr std::uint32_t kIptStride = 16;
  static constexpr std::uint32_t kRoutes = 15488;  ///< Route table, by node.
  static constexpr std::uint32_t kRoutesCount = 64;
  static constexpr std::uint32_t kRoutesStride = 12;
};

}  // namespace flybar::trapeze::layout
