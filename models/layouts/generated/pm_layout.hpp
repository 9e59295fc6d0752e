// Generated from models/layouts/pm.layout.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <cstdint>

// clang-format off
/// PM: what host and firmware share, in 32-bit big-endian words.
namespace flybar::pm::layout {

inline constexpr std::uint32_t kMostChannels = 0x8;  ///< Channels that the object has; config.channels of them are used.
inline constexpr std::uint32_t kQueueEntries = 0x40;  ///< Entries of the queue of a channel, a power of two.
inline constexpr std::uint32_t kMostNodes = 0x100;  ///< Entries of the route table.
inline constexpr std::uint32_t kMaxRoute = 0x8;  ///< Route bytes per route.
inline constexpr std::uint32_t kMtu = 0x2020;  ///< Bytes of the longest message: 8192 and 32 for an envelope.
inline constexpr std::uint32_t kShortMost = 0x40;  ///< Bytes of the longest message that may lie in front of host_status.
inline constexpr std::uint32_t kShortTaken = 0x8;  ///< What a message in front of host_status adds to host_status.received, although it takes nothing of the receive buffer.
inline constexpr std::uint32_t kPageShift = 0xc;  ///< A page has 4096 bytes.
inline constexpr std::uint32_t kMostPins = 0x1000;  ///< Entries of the pin table of a channel, at most.
inline constexpr std::uint32_t kWireType = 0x4200001;  ///< First word of a PM packet; its first bit is 0, unlike that of a route byte (value is ours).
inline constexpr std::uint32_t kKindMessage = 0x1;  ///< A message, for the receive buffer.
inline constexpr std::uint32_t kKindWrite = 0x2;  ///< A remote write, or a piece of it that lies in one page of its source.
inline constexpr std::uint32_t kKindControl = 0x3;  ///< ACK, perhaps with more, for the sender.
inline constexpr std::uint32_t kSendingWhole = 0x0;  ///< A packet leaves when all of it has come from the host.
inline constexpr std::uint32_t kSendingImmediate = 0x1;  ///< A packet leaves while it comes from the host, its header first.
inline constexpr std::uint32_t kStateReset = 0x0;  ///< The firmware has not looked at its configuration yet.
inline constexpr std::uint32_t kStateRunning = 0x1;  ///< The firmware serves its channels.
inline constexpr std::uint32_t kStateBadVersion = 0x80000001;  ///< Halted: config.version is not layout_version.
inline constexpr std::uint32_t kStateBadConfig = 0x80000002;  ///< Halted: a number of config is out of its range.
inline constexpr std::uint32_t kStateNoMemory = 0x80000003;  ///< Halted: SRAM does not hold the pin tables, the state of all nodes and the packet buffers.
inline constexpr std::uint32_t kLayoutVersion = 0x858f0bb9;  ///< Changes whenever the layout does.

/// Written by the host before it lets the chip run; never again. Byte offsets.
struct Config {
  static constexpr std::uint32_t kSize = 64;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kVersion = 0;  ///< layout_version; anything else halts the firmware.
  static constexpr std::uint32_t kNode = 4;  ///< Number of this node.
  static constexpr std::uint32_t kNodes = 8;  ///< Nodes of the system, 1 to most_nodes.
  static constexpr std::uint32_t kChannels = 12;  ///< Channels that are served, 1 to most_channels.
  static constexpr std::uint32_t kPins = 16;  ///< Entries of the pin table of each channel, 1 to most_pins.
  static constexpr std::uint32_t kBuffers = 20;  ///< Packet buffers of each direction, 2 to 4.
  static constexpr std::uint32_t kSending = 24;  ///< One of the sending constants.
  static constexpr std::uint32_t kPulse = 28;  ///< Bytes from the host that make a pulse to the link, a multiple of 4; for immediate sending.
  static constexpr std::uint32_t kAckAfter = 32;  ///< Packets, from whatever nodes, after which they are acknowledged although there is something else to send.
  static constexpr std::uint32_t kRest = 36;  ///< Ticks of RTC in which nothing happens, before an acknowledgement goes by itself that no message has carried.
  static constexpr std::uint32_t kPause = 40;  ///< Ticks of RTC before a refused packet is sent again; doubles with each refusal in a row.
  static constexpr std::uint32_t kRetry = 44;  ///< Ticks of RTC without an acknowledgement after which packets are sent again.
  static constexpr std::uint32_t kGiveUp = 48;  ///< So many times in a row; then the node is dead.
  static constexpr std::uint32_t kSpare = 52;  ///< Zero.
  static constexpr std::uint32_t kSpareCount = 3;
  static constexpr std::uint32_t kSpareStride = 4;
};

/// Written by the firmware, readable by the host at any time. Byte offsets.
struct Status {
  static constexpr std::uint32_t kSize = 64;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kState = 0;  ///< One of the state constants.
  static constexpr std::uint32_t kVersion = 4;  ///< layout_version of the firmware, already in the image.
  static constexpr std::uint32_t kPins = 8;  ///< SRAM address of the pin tables: config.pins words for each channel, the host's to write.
  static constexpr std::uint32_t kPeers = 12;  ///< SRAM address of the state of connections: config.nodes structures `peer` for each channel.
  static constexpr std::uint32_t kMessages = 16;  ///< Messages put into receive buffers.
  static constexpr std::uint32_t kWrites = 20;  ///< Packets of remote writes stored.
  static constexpr std::uint32_t kAcks = 24;  ///< Control packets sent.
  static constexpr std::uint32_t kNacks = 28;  ///< Of these, with a NACK.
  static constexpr std::uint32_t kResent = 32;  ///< Packets sent again.
  static constexpr std::uint32_t kFull = 36;  ///< Messages that found no room.
  static constexpr std::uint32_t kDiscarded = 40;  ///< Packets out of sequence, dropped.
  static constexpr std::uint32_t kCrcErrors = 44;  ///< Packets dropped for a wrong CRC.
  static constexpr std::uint32_t kForeignPackets = 48;  ///< Packets dropped because they are not PM's, or not as long as they say.
  static constexpr std::uint32_t kRefused = 52;  ///< Packets of remote writes refused: what they name is not pinned for this channel.
  static constexpr std::uint32_t kFailed = 56;  ///< Queue entries that could not be done: an area that is not pinned, a node that is not there or dead.
  static constexpr std::uint32_t kTimeouts = 60;  ///< Times that packets were sent again because nothing was acknowledged.
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

/// Entry of a pin table: one page that is pinned. Only the driver writes it. Byte offsets.
struct Pin {
  static constexpr std::uint32_t kSize = 4;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kWord = 0;  ///< Zero: nothing is pinned.
  static constexpr std::uint32_t kWordFrameMask = 0xfffff000;  ///< Where the page lies: its physical address.
  static constexpr std::uint32_t kWordFrameShift = 12;
  static constexpr std::uint32_t kWordChannelMask = 0x00000070;  ///< Channel whose process has pinned it.
  static constexpr std::uint32_t kWordChannelShift = 4;
  static constexpr std::uint32_t kWordFirstMask = 0x00000002;  ///< First page of an area.
  static constexpr std::uint32_t kWordFirstShift = 1;
  static constexpr std::uint32_t kWordValidMask = 0x00000001;  ///< The entry may be used.
  static constexpr std::uint32_t kWordValidShift = 0;
};

/// What a remote or local write names: a byte of a pinned area. Handle + n names byte n of it. Byte offsets.
struct Handle {
  static constexpr std::uint32_t kSize = 4;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kWord = 0;  ///< Entry and byte.
  static constexpr std::uint32_t kWordEntryMask = 0x07fff000;  ///< Entry of the pin tables, those of channel 0 first.
  static constexpr std::uint32_t kWordEntryShift = 12;
  static constexpr std::uint32_t kWordByteMask = 0x00000fff;  ///< Byte in the page.
  static constexpr std::uint32_t kWordByteShift = 0;
};

/// Follows the route bytes of a packet; `length` bytes follow it, padded to whole words. Byte offsets.
struct WireHeader {
  static constexpr std::uint32_t kSize = 20;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kType = 0;  ///< wire_type.
  static constexpr std::uint32_t kNumber = 4;  ///< Of the packet, from this sender to this receiver and channel. Control: zero.
  static constexpr std::uint32_t kPlace = 8;  ///< Write: handle of its first byte. Else the ACK: all packets before this number have been stored, or, with a NACK, all before it are and it is refused.
  static constexpr std::uint32_t kSource = 12;  ///< Where from, and what it is.
  static constexpr std::uint32_t kSourceNodeMask = 0xff000000;  ///< Sending node.
  static constexpr std::uint32_t kSourceNodeShift = 24;
  static constexpr std::uint32_t kSourceToMask = 0x00ff0000;  ///< Receiving node. For those who watch; the firmware goes by its route.
  static constexpr std::uint32_t kSourceToShift = 16;
  static constexpr std::uint32_t kSourceAsksMask = 0x00000800;  ///< A process waits for the ACK, which must not wait for a message to carry it. Control: the sender has waited too long, and is told by a NACK what is expected.
  static constexpr std::uint32_t kSourceAsksShift = 11;
  static constexpr std::uint32_t kSourceGoesOnMask = 0x00000400;  ///< The packet continues a write.
  static constexpr std::uint32_t kSourceGoesOnShift = 10;
  static constexpr std::uint32_t kSourceNackMask = 0x00000200;  ///< Control: the packet `place` was refused.
  static constexpr std::uint32_t kSourceNackShift = 9;
  static constexpr std::uint32_t kSourceRefusedMask = 0x00000100;  ///< Control: a write was refused since the last one.
  static constexpr std::uint32_t kSourceRefusedShift = 8;
  static constexpr std::uint32_t kSourceChannelMask = 0x00000070;  ///< Of both ends.
  static constexpr std::uint32_t kSourceChannelShift = 4;
  static constexpr std::uint32_t kSourceKindMask = 0x00000003;  ///< One of the kind constants.
  static constexpr std::uint32_t kSourceKindShift = 0;
  static constexpr std::uint32_t kLength = 16;  ///< Bytes that follow.
};

/// In the receive buffer of the host: a message follows, padded to 8 bytes. As the last words of its wire_header. Byte offsets.
struct Message {
  static constexpr std::uint32_t kSize = 8;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kSource = 0;  ///< wire_header.source.
  static constexpr std::uint32_t kLength = 4;  ///< Bytes of the message.
};

/// In the host's memory, one for each channel; the firmware writes all of it at once when something changes. A message of up to short_most bytes may lie directly in front of it, padded to whole words, instead of in the receive buffer: all earlier ones had been given back. It counts short_taken bytes of `received`. Byte offsets.
struct HostStatus {
  static constexpr std::uint32_t kSize = 20;
  static constexpr std::uint32_t kAlign = 4;
  static constexpr std::uint32_t kSource = 0;  ///< wire_header.source of the last message in front.
  static constexpr std::uint32_t kReceived = 4;  ///< Bytes of the receive buffer that were filled, with those skipped at its end and short_taken for each message in front, modulo 2^32.
  static constexpr std::uint32_t kDone = 8;  ///< Queue entries whose data are stored at their receivers, or that failed, modulo 2^32.
  static constexpr std::uint32_t kFailed = 12;  ///< Of these, failed, and writes that a receiver refused, modulo 2^32.
  static constexpr std::uint32_t kNews = 16;  ///< The last word: changes with every write of the structure.
  static constexpr std::uint32_t kNewsSerialMask = 0xffffff00;  ///< Counts the writes.
  static constexpr std::uint32_t kNewsSerialShift = 8;
  static constexpr std::uint32_t kNewsTurnMask = 0x00000080;  ///< Changes with every message in front.
  static constexpr std::uint32_t kNewsTurnShift = 7;
  static constexpr std::uint32_t kNewsLengthMask = 0x0000007f;  ///< Bytes of the last message in front.
  static constexpr std::uint32_t kNewsLengthShift = 0;
};

/// A message to send, or a remote write. The host writes `command` last. Byte offsets.
struct QueueEntry {
  static constexpr std::uint32_t kSize = 16;
  static constexpr std::uint32_t kAlign = 16;
  static constexpr std::uint32_t kRemote = 0;  ///< Write: handle at the receiver.
  static constexpr std::uint32_t kLength = 4;  ///< Write: bytes, a multiple of 4.
  static constexpr std::uint32_t kLocal = 8;  ///< Message: where it begins in the send buffer, bytes. Write: handle of its source.
  static constexpr std::uint32_t kCommand = 12;  ///< Zero: nothing to do. The firmware writes 0 when the entry is done.
  static constexpr std::uint32_t kCommandKindMask = 0xc0000000;  ///< One of the kind constants.
  static constexpr std::uint32_t kCommandKindShift = 30;
  static constexpr std::uint32_t kCommandNodeMask = 0x00ff0000;  ///< Receiver.
  static constexpr std::uint32_t kCommandNodeShift = 16;
  static constexpr std::uint32_t kCommandLengthMask = 0x00003fff;  ///< Message: bytes.
  static constexpr std::uint32_t kCommandLengthShift = 0;
};

/// What the process of one channel and the firmware share. Byte offsets.
struct Channel {
  static constexpr std::uint32_t kSize = 1088;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kOpen = 0;  ///< 1 while a process has it; written last, and then told by signal LAN0.
  static constexpr std::uint32_t kSendBuffer = 4;  ///< Host address of the send buffer, a multiple of 8.
  static constexpr std::uint32_t kSendSize = 8;  ///< Its bytes.
  static constexpr std::uint32_t kReceiveBuffer = 12;  ///< Host address of the receive buffer, a multiple of 8.
  static constexpr std::uint32_t kReceiveSize = 16;  ///< Its bytes.
  static constexpr std::uint32_t kStatusBlock = 20;  ///< Host address of the host_status, a multiple of 4; short_most bytes in front of it are the firmware's.
  static constexpr std::uint32_t kConsumed = 24;  ///< Bytes of the receive buffer given back, counted as host_status.received.
  static constexpr std::uint32_t kReceiveAt = 28;  ///< Where the next message goes; with the words after it, part of what a context switch saves.
  static constexpr std::uint32_t kHost = 32;  ///< What the host's copy says, or will.
  static constexpr std::uint32_t kSpare = 52;  ///< Zero.
  static constexpr std::uint32_t kSpareCount = 3;
  static constexpr std::uint32_t kSpareStride = 4;
  static constexpr std::uint32_t kQueue = 64;  ///< Entries are used in turn.
  static constexpr std::uint32_t kQueueCount = 64;
  static constexpr std::uint32_t kQueueStride = 16;
};

/// One direction each way between this node and another, for one channel. Route and header of messages to it lie ready to be sent. Byte offsets.
struct Peer {
  static constexpr std::uint32_t kSize = 64;
  static constexpr std::uint32_t kAlign = 16;
  static constexpr std::uint32_t kPath = 0;  ///< Route bytes, right-aligned.
  static constexpr std::uint32_t kPathCount = 2;
  static constexpr std::uint32_t kPathStride = 4;
  static constexpr std::uint32_t kHeader = 8;  ///< Of messages: its source is that of what is sent to it.
  static constexpr std::uint32_t kBegin = 28;  ///< SRAM address of the first route byte.
  static constexpr std::uint32_t kAssigned = 32;  ///< Number of the next packet to it.
  static constexpr std::uint32_t kAcked = 36;  ///< It has stored all packets before.
  static constexpr std::uint32_t kExpected = 40;  ///< Number of the next packet from it.
  static constexpr std::uint32_t kStored = 44;  ///< All packets before are in host memory.
  static constexpr std::uint32_t kFlags = 48;  ///< What else is known.
  static constexpr std::uint32_t kFlagsTriesMask = 0xffff0000;  ///< Time-outs in a row.
  static constexpr std::uint32_t kFlagsTriesShift = 16;
  static constexpr std::uint32_t kFlagsAskingMask = 0x00000100;  ///< It is asked what it expects.
  static constexpr std::uint32_t kFlagsAskingShift = 8;
  static constexpr std::uint32_t kFlagsOwedMask = 0x00000080;  ///< It has not been told what has been stored.
  static constexpr std::uint32_t kFlagsOwedShift = 7;
  static constexpr std::uint32_t kFlagsPausedMask = 0x00000040;  ///< Nothing is sent to it before `since`.
  static constexpr std::uint32_t kFlagsPausedShift = 6;
  static constexpr std::uint32_t kFlagsListedMask = 0x00000020;  ///< In the list of those that get a control packet.
  static constexpr std::uint32_t kFlagsListedShift = 5;
  static constexpr std::uint32_t kFlagsNackMask = 0x00000010;  ///< The control packet has a NACK.
  static constexpr std::uint32_t kFlagsNackShift = 4;
  static constexpr std::uint32_t kFlagsRefusedMask = 0x00000008;  ///< It tells of a refused write.
  static constexpr std::uint32_t kFlagsRefusedShift = 3;
  static constexpr std::uint32_t kFlagsDiscardingMask = 0x00000004;  ///< A packet was refused: others are dropped until it comes again.
  static constexpr std::uint32_t kFlagsDiscardingShift = 2;
  static constexpr std::uint32_t kFlagsRefusingMask = 0x00000002;  ///< The rest of a refused write is refused.
  static constexpr std::uint32_t kFlagsRefusingShift = 1;
  static constexpr std::uint32_t kFlagsDeadMask = 0x00000001;  ///< Given up.
  static constexpr std::uint32_t kFlagsDeadShift = 0;
  static constexpr std::uint32_t kSince = 52;  ///< RTC of the last progress: an ACK, or a packet that left; or of the end of a pause.
  static constexpr std::uint32_t kBackoff = 56;  ///< Ticks of the next pause.
  static constexpr std::uint32_t kNext = 60;  ///< SRAM address of the next one in the list.
};

/// Everything, at the symbol pm_nic. Byte offsets.
struct Nic {
  static constexpr std::uint32_t kSize = 11904;
  static constexpr std::uint32_t kAlign = 32;
  static constexpr std::uint32_t kConfig = 0;  ///< Options.
  static constexpr std::uint32_t kStatus = 64;  ///< State and counters.
  static constexpr std::uint32_t kChannels = 128;  ///< By number.
  static constexpr std::uint32_t kChannelsCount = 8;
  static constexpr std::uint32_t kChannelsStride = 1088;
  static constexpr std::uint32_t kRoutes = 8832;  ///< Route table, by node.
  static constexpr std::uint32_t kRoutesCount = 256;
  static constexpr std::uint32_t kRoutesStride = 12;
};

}  // namespace flybar::pm::layout
