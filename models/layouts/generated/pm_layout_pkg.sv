// Generated from models/layouts/pm.layout.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package pm_layout_pkg;
  parameter logic [31:0] MostChannels = 32'h00000008;  // Channels that the object has; config.channels of them are used.
  parameter logic [31:0] QueueEntries = 32'h00000040;  // Entries of the queue of a channel, a power of two.
  parameter logic [31:0] MostNodes = 32'h00000100;  // Entries of the route table.
  parameter logic [31:0] MaxRoute = 32'h00000008;  // Route bytes per route.
  parameter logic [31:0] Mtu = 32'h00002020;  // Bytes of the longest message: 8192 and 32 for an envelope.
  parameter logic [31:0] ShortMost = 32'h00000040;  // Bytes of the longest message that may lie in front of host_status.
  parameter logic [31:0] ShortTaken = 32'h00000008;  // What a message in front of host_status adds to host_status.received, although it takes nothing of the receive buffer.
  parameter logic [31:0] PageShift = 32'h0000000c;  // A page has 4096 bytes.
  parameter logic [31:0] MostPins = 32'h00001000;  // Entries of the pin table of a channel, at most.
  parameter logic [31:0] WireType = 32'h04200001;  // First word of a PM packet; its first bit is 0, unlike that of a route byte (value is ours).
  parameter logic [31:0] KindMessage = 32'h00000001;  // A message, for the receive buffer.
  parameter logic [31:0] KindWrite = 32'h00000002;  // A remote write, or a piece of it that lies in one page of its source.
  parameter logic [31:0] KindControl = 32'h00000003;  // ACK, perhaps with more, for the sender.
  parameter logic [31:0] SendingWhole = 32'h00000000;  // A packet leaves when all of it has come from the host.
  parameter logic [31:0] SendingImmediate = 32'h00000001;  // A packet leaves while it comes from the host, its header first.
  parameter logic [31:0] StateReset = 32'h00000000;  // The firmware has not looked at its configuration yet.
  parameter logic [31:0] StateRunning = 32'h00000001;  // The firmware serves its channels.
  parameter logic [31:0] StateBadVersion = 32'h80000001;  // Halted: config.version is not layout_version.
  parameter logic [31:0] StateBadConfig = 32'h80000002;  // Halted: a number of config is out of its range.
  parameter logic [31:0] StateNoMemory = 32'h80000003;  // Halted: SRAM does not hold the pin tables, the state of all nodes and the packet buffers.
  parameter logic [31:0] LayoutVersion = 32'h858f0bb9;  // Changes whenever the layout does.

  // Written by the host before it lets the chip run; never again.
  parameter logic [31:0] ConfigSize = 32'h00000040;
  parameter logic [31:0] ConfigVersionOffset = 32'h00000000;  // layout_version; anything else halts the firmware.
  parameter logic [31:0] ConfigNodeOffset = 32'h00000004;  // Number of this node.
  parameter logic [31:0] ConfigNodesOffset = 32'h00000008;  // Nodes of the system, 1 to most_nodes.
  parameter logic [31:0] ConfigChannelsOffset = 32'h0000000c;  // Channels that are served, 1 to most_channels.
  parameter logic [31:0] ConfigPinsOffset = 32'h00000010;  // Entries of the pin table of each channel, 1 to most_pins.
  parameter logic [31:0] ConfigBuffersOffset = 32'h00000014;  // Packet buffers of each direction, 2 to 4.
  parameter logic [31:0] ConfigSendingOffset = 32'h00000018;  // One of the sending constants.
  parameter logic [31:0] ConfigPulseOffset = 32'h0000001c;  // Bytes from the host that make a pulse to the link, a multiple of 4; for immediate sending.
  parameter logic [31:0] ConfigAckAfterOffset = 32'h00000020;  // Packets, from whatever nodes, after which they are acknowledged although there is something else to send.
  parameter logic [31:0] ConfigRestOffset = 32'h00000024;  // Ticks of RTC in which nothing happens, before an acknowledgement goes by itself that no message has carried.
  parameter logic [31:0] ConfigPauseOffset = 32'h00000028;  // Ticks of RTC before a refused packet is sent again; doubles with each refusal in a row.
  parameter logic [31:0] ConfigRetryOffset = 32'h0000002c;  // Ticks of RTC without an acknowledgement after which packets are sent again.
  parameter logic [31:0] ConfigGiveUpOffset = 32'h00000030;  // So many times in a row; then the node is dead.
  parameter logic [31:0] ConfigSpareOffset = 32'h00000034;  // Zero.

  // Written by the firmware, readable by the host at any time.
  parameter logic [31:0] StatusSize = 32'h00000040;
  parameter logic [31:0] StatusStateOffset = 32'h00000000;  // One of the state constants.
  parameter logic [31:0] StatusVersionOffset = 32'h00000004;  // layout_version of the firmware, already in the image.
  parameter logic [31:0] StatusPinsOffset = 32'h00000008;  // SRAM address of the pin tables: config.pins words for each channel, the host's to write.
  parameter logic [31:0] StatusPeersOffset = 32'h0000000c;  // SRAM address of the state of connections: config.nodes structures `peer` for each channel.
  parameter logic [31:0] StatusMessagesOffset = 32'h00000010;  // Messages put into receive buffers.
  parameter logic [31:0] StatusWritesOffset = 32'h00000014;  // Packets of remote writes stored.
  parameter logic [31:0] StatusAcksOffset = 32'h00000018;  // Control packets sent.
  parameter logic [31:0] StatusNacksOffset = 32'h0000001c;  // Of these, with a NACK.
  parameter logic [31:0] StatusResentOffset = 32'h00000020;  // Packets sent again.
  parameter logic [31:0] StatusFullOffset = 32'h00000024;  // Messages that found no room.
  parameter logic [31:0] StatusDiscardedOffset = 32'h00000028;  // Packets out of sequence, dropped.
  parameter logic [31:0] StatusCrcErrorsOffset = 32'h0000002c;  // Packets dropped for a wrong CRC.
  parameter logic [31:0] StatusForeignPacketsOffset = 32'h00000030;  // Packets dropped because they are not PM's, or not as long as they say.
  parameter logic [31:0] StatusRefusedOffset = 32'h00000034;  // Packets of remote writes refused: what they name is not pinned for this channel.
  parameter logic [31:0] StatusFailedOffset = 32'h00000038;  // Queue entries that could not be done: an area that is not pinned, a node that is not there or dead.
  parameter logic [31:0] StatusTimeoutsOffset = 32'h0000003c;  // Times that packets were sent again because nothing was acknowledged.

  // How to reach a node.
  parameter logic [31:0] RouteSize = 32'h0000000c;
  parameter logic [31:0] RouteLengthOffset = 32'h00000000;  // Zero: the node is unknown.
  typedef struct packed {
    logic [0:0] valid;
    logic [26:0] reserved_30_4;
    logic [3:0] bytes;
  } route_length_t;
  parameter logic [31:0] RoutePathOffset = 32'h00000004;  // Route bytes, right-aligned: the last one ends path[1].

  // Entry of a pin table: one page that is pinned. Only the driver writes it.
  parameter logic [31:0] PinSize = 32'h00000004;
  parameter logic [31:0] PinWordOffset = 32'h00000000;  // Zero: nothing is pinned.
  typedef struct packed {
    logic [19:0] frame;
    logic [4:0] reserved_11_7;
    logic [2:0] channel;
    logic [1:0] reserved_3_2;
    logic [0:0] first;
    logic [0:0] valid;
  } pin_word_t;

  // What a remote or local write names: a byte of a pinned area. Handle + n names byte n of it.
  parameter logic [31:0] HandleSize = 32'h00000004;
  parameter logic [31:0] HandleWordOffset = 32'h00000000;  // Entry and byte.
  typedef struct packed {
    logic [4:0] reserved_31_27;
    logic [14:0] entry;
    logic [11:0] byte_;
  } handle_word_t;

  // Follows the route bytes of a packet; `length` bytes follow it, padded to whole words.
  parameter logic [31:0] WireHeaderSize = 32'h00000014;
  parameter logic [31:0] WireHeaderTypeOffset = 32'h00000000;  // wire_type.
  parameter logic [31:0] WireHeaderNumberOffset = 32'h00000004;  // Of the packet, from this sender to this receiver and channel. Control: zero.
  parameter logic [31:0] WireHeaderPlaceOffset = 32'h00000008;  // Write: handle of its first byte. Else the ACK: all packets before this number have been stored, or, with a NACK, all before it are and it is refused.
  parameter logic [31:0] WireHeaderSourceOffset = 32'h0000000c;  // Where from, and what it is.
  typedef struct packed {
    logic [7:0] node;
    logic [7:0] to;
    logic [3:0] reserved_15_12;
    logic [0:0] asks;
    logic [0:0] goes_on;
    logic [0:0] nack;
    logic [0:0] refused;
    logic [0:0] reserved_7_7;
    logic [2:0] channel;
    logic [1:0] reserved_3_2;
    logic [1:0] kind;
  } wire_header_source_t;
  parameter logic [31:0] WireHeaderLengthOffset = 32'h00000010;  // Bytes that follow.

  // In the receive buffer of the host: a message follows, padded to 8 bytes. As the last words of its wire_header.
  parameter logic [31:0] MessageSize = 32'h00000008;
  parameter logic [31:0] MessageSourceOffset = 32'h00000000;  // wire_header.source.
  parameter logic [31:0] MessageLengthOffset = 32'h00000004;  // Bytes of the message.

  // In the host's memory, one for each channel; the firmware writes all of it at once when something changes. A message of up to short_most bytes may lie directly in front of it, padded to whole words, instead of in the receive buffer: all earlier ones had been given back. It counts short_taken bytes of `received`.
  parameter logic [31:0] HostStatusSize = 32'h00000014;
  parameter logic [31:0] HostStatusSourceOffset = 32'h00000000;  // wire_header.source of the last message in front.
  parameter logic [31:0] HostStatusReceivedOffset = 32'h00000004;  // Bytes of the receive buffer that were filled, with those skipped at its end and short_taken for each message in front, modulo 2^32.
  parameter logic [31:0] HostStatusDoneOffset = 32'h00000008;  // Queue entries whose data are stored at their receivers, or that failed, modulo 2^32.
  parameter logic [31:0] HostStatusFailedOffset = 32'h0000000c;  // Of these, failed, and writes that a receiver refused, modulo 2^32.
  parameter logic [31:0] HostStatusNewsOffset = 32'h00000010;  // The last word: changes with every write of the structure.
  typedef struct packed {
    logic [23:0] serial;
    logic [0:0] turn;
    logic [6:0] length;
  } host_status_news_t;

  // A message to send, or a remote write. The host writes `command` last.
  parameter logic [31:0] QueueEntrySize = 32'h00000010;
  parameter logic [31:0] QueueEntryRemoteOffset = 32'h00000000;  // Write: handle at the receiver.
  parameter logic [31:0] QueueEntryLengthOffset = 32'h00000004;  // Write: bytes, a multiple of 4.
  parameter logic [31:0] QueueEntryLocalOffset = 32'h00000008;  // Message: where it begins in the send buffer, bytes. Write: handle of its source.
  parameter logic [31:0] QueueEntryCommandOffset = 32'h0000000c;  // Zero: nothing to do. The firmware writes 0 when the entry is done.
  typedef struct packed {
    logic [1:0] kind;
    logic [5:0] reserved_29_24;
    logic [7:0] node;
    logic [1:0] reserved_15_14;
    logic [13:0] length;
  } queue_entry_command_t;

  // What the process of one channel and the firmware share.
  parameter logic [31:0] ChannelSize = 32'h00000440;
  parameter logic [31:0] ChannelOpenOffset = 32'h00000000;  // 1 while a process has it; written last, and then told by signal LAN0.
  parameter logic [31:0] ChannelSendBufferOffset = 32'h00000004;  // Host address of the send buffer, a multiple of 8.
  parameter logic [31:0] ChannelSendSizeOffset = 32'h00000008;  // Its bytes.
  parameter logic [31:0] ChannelReceiveBufferOffset = 32'h0000000c;  // Host address of the receive buffer, a multiple of 8.
  parameter logic [31:0] ChannelReceiveSizeOffset = 32'h00000010;  // Its bytes.
  parameter logic [31:0] ChannelStatusBlockOffset = 32'h00000014;  // Host address of the host_status, a multiple of 4; short_most bytes in front of it are the firmware's.
  parameter logic [31:0] ChannelConsumedOffset = 32'h00000018;  // Bytes of the receive buffer given back, counted as host_status.received.
  parameter logic [31:0] ChannelReceiveAtOffset = 32'h0000001c;  // Where the next message goes; with the words after it, part of what a context switch saves.
  parameter logic [31:0] ChannelHostOffset = 32'h00000020;  // What the host's copy says, or will.
  parameter logic [31:0] ChannelSpareOffset = 32'h00000034;  // Zero.
  parameter logic [31:0] ChannelQueueOffset = 32'h00000040;  // Entries are used in turn.

  // One direction each way between this node and another, for one channel. Route and header of messages to it lie ready to be sent.
  parameter logic [31:0] PeerSize = 32'h00000040;
  parameter logic [31:0] PeerPathOffset = 32'h00000000;  // Route bytes, right-aligned.
  parameter logic [31:0] PeerHeaderOffset = 32'h00000008;  // Of messages: its source is that of what is sent to it.
  parameter logic [31:0] PeerBeginOffset = 32'h0000001c;  // SRAM address of the first route byte.
  parameter logic [31:0] PeerAssignedOffset = 32'h00000020;  // Number of the next packet to it.
  parameter logic [31:0] PeerAckedOffset = 32'h00000024;  // It has stored all packets before.
  parameter logic [31:0] PeerExpectedOffset = 32'h00000028;  // Number of the next packet from it.
  parameter logic [31:0] PeerStoredOffset = 32'h0000002c;  // All packets before are in host memory.
  parameter logic [31:0] PeerFlagsOffset = 32'h00000030;  // What else is known.
  typedef struct packed {
    logic [15:0] tries;
    logic [6:0] reserved_15_9;
    logic [0:0] asking;
    logic [0:0] owed;
    logic [0:0] paused;
    logic [0:0] listed;
    logic [0:0] nack;
    logic [0:0] refused;
    logic [0:0] discarding;
    logic [0:0] refusing;
    logic [0:0] dead;
  } peer_flags_t;
  parameter logic [31:0] PeerSinceOffset = 32'h00000034;  // RTC of the last progress: an ACK, or a packet that left; or of the end of a pause.
  parameter logic [31:0] PeerBackoffOffset = 32'h00000038;  // Ticks of the next pause.
  parameter logic [31:0] PeerNextOffset = 32'h0000003c;  // SRAM address of the next one in the list.

  // Everything, at the symbol pm_nic.
  parameter logic [31:0] NicSize = 32'h00002e80;
  parameter logic [31:0] NicConfigOffset = 32'h00000000;  // Options.
  parameter logic [31:0] NicStatusOffset = 32'h00000040;  // State and counters.
  parameter logic [31:0] NicChannelsOffset = 32'h00000080;  // By number.
  parameter logic [31:0] NicRoutesOffset = 32'h00002280;  // Route table, by node.

endpackage : pm_layout_pkg
// verilator lint_on UNUSEDPARAM
