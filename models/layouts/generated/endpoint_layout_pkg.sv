// Generated from models/layouts/endpoint.layout.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package endpoint_layout_pkg;
  parameter logic [31:0] SendEntries = 32'h00000020;  // Entries of the send ring, a power of two.
  parameter logic [31:0] ReceiveEntries = 32'h00000020;  // Entries of the receive ring, a power of two.
  parameter logic [31:0] IptEntries = 32'h00000100;  // Entries of the incoming payload table, a power of two.
  parameter logic [31:0] TokenIndexMask = 32'h000000ff;  // Bits of a payload token that are the index; the rest is the key, never all zero.
  parameter logic [31:0] TokenKeyShift = 32'h00000008;  // Where the key of a payload token begins.
  parameter logic [31:0] HardwareIpt = 32'h80000000;  // Added to layout_version, where a version stands, if the incoming payload table is in the chip's unit.
  parameter logic [31:0] Coalescing = 32'h40000000;  // Added to layout_version, where a version stands, if the firmware coalesces interrupts.
  parameter logic [31:0] Urgent = 32'h20000000;  // Added besides, if it looks for types of messages that interrupt at once.
  parameter logic [31:0] TypeShift = 32'h00000018;  // Where the type of a message begins in its message_id; the rest is its serial number.
  parameter logic [31:0] MaxNodes = 32'h00000040;  // Entries of the route table.
  parameter logic [31:0] MaxRoute = 32'h00000008;  // Route bytes per route.
  parameter logic [31:0] MaxControl = 32'h00000080;  // Bytes of a control message.
  parameter logic [31:0] MaxPayload = 32'h00010000;  // Largest payload that can be configured, bytes.
  parameter logic [31:0] WireType = 32'h04100001;  // First word of a Trapeze packet; its first bit is 0, unlike that of a route byte (value is ours).
  parameter logic [31:0] OwnerHost = 32'h00000000;  // The entry belongs to the host: free (send) or holding a message (receive).
  parameter logic [31:0] OwnerNic = 32'h00000001;  // The entry belongs to the NIC: to be sent (send) or to be filled (receive).
  parameter logic [31:0] ModeStoreAndForward = 32'h00000000;  // Each transfer of a packet starts when the previous one has all of it.
  parameter logic [31:0] ModeStatic = 32'h00000001;  // Cut-through in pulses of exactly the threshold.
  parameter logic [31:0] ModeEager = 32'h00000002;  // Cut-through in pulses of all that has arrived, at least the threshold.
  parameter logic [31:0] ModeFunctional = 32'h00000003;  // A sending and a receiving coroutine, packet by packet.
  parameter logic [31:0] StateReset = 32'h00000000;  // The firmware has not looked at its configuration yet.
  parameter logic [31:0] StateRunning = 32'h00000001;  // The firmware serves its rings.
  parameter logic [31:0] StateBadVersion = 32'h80000001;  // Halted: config.version is not layout_version.
  parameter logic [31:0] StateBadMode = 32'h80000002;  // Halted: config.mode is unknown.
  parameter logic [31:0] StateBadThreshold = 32'h80000003;  // Halted: a threshold is 0 or not a multiple of 4.
  parameter logic [31:0] StateBadPayload = 32'h80000004;  // Halted: config.max_payload is 0, above max_payload or not a multiple of 4.
  parameter logic [31:0] StateNoMemory = 32'h80000005;  // Halted: SRAM holds fewer than one send and two receive buffers of config.max_payload.
  parameter logic [31:0] StateBadRing = 32'h80000006;  // Halted: config.send_entries or receive_entries is below the slots of the card, or more than there are.
  parameter logic [31:0] LayoutVersion = 32'h4f0a240b;  // Changes whenever the layout does.

  // Written by the host before it lets the chip run; never again.
  parameter logic [31:0] ConfigSize = 32'h00000040;
  parameter logic [31:0] ConfigVersionOffset = 32'h00000000;  // layout_version; anything else halts the firmware.
  parameter logic [31:0] ConfigModeOffset = 32'h00000004;  // One of the mode constants.
  parameter logic [31:0] ConfigSendThresholdOffset = 32'h00000008;  // Bytes from the host that make a send pulse, a multiple of 4.
  parameter logic [31:0] ConfigReceiveThresholdOffset = 32'h0000000c;  // Bytes from the link that make a receive pulse, a multiple of 4.
  parameter logic [31:0] ConfigMaxPayloadOffset = 32'h00000010;  // Longest payload, bytes, a multiple of 4.
  parameter logic [31:0] ConfigControlByDmaOffset = 32'h00000014;  // 1: control bytes travel by DMA to and from the mirrors.
  parameter logic [31:0] ConfigNotifyInterruptOffset = 32'h00000018;  // 1: every delivery raises the host interrupt.
  parameter logic [31:0] ConfigNodeOffset = 32'h0000001c;  // Number of this node, the source of its packets.
  parameter logic [31:0] ConfigSendMirrorOffset = 32'h00000020;  // Host address of a copy of the send ring, 32-byte aligned; only its control bytes are read.
  parameter logic [31:0] ConfigReceiveMirrorOffset = 32'h00000024;  // Host address of a copy of the receive ring, 32-byte aligned; deliveries are written there.
  parameter logic [31:0] ConfigSendEntriesOffset = 32'h00000028;  // Entries of the send ring that are used, from the first.
  parameter logic [31:0] ConfigReceiveEntriesOffset = 32'h0000002c;  // Entries of the receive ring that are used, from the first.
  parameter logic [31:0] ConfigCoalesceMessagesOffset = 32'h00000030;  // Deliveries after which the host is interrupted, in a firmware that coalesces.
  parameter logic [31:0] ConfigCoalesceTicksOffset = 32'h00000034;  // Or so many ticks of RTC after the first of them.
  parameter logic [31:0] ConfigUrgentTypesOffset = 32'h00000038;  // Bit n: a message of type n interrupts at once, in a firmware that looks for types.
  parameter logic [31:0] ConfigSpareOffset = 32'h0000003c;  // Zero.

  // Written by the firmware, readable by the host at any time.
  parameter logic [31:0] StatusSize = 32'h00000040;
  parameter logic [31:0] StatusStateOffset = 32'h00000000;  // One of the state constants.
  parameter logic [31:0] StatusVersionOffset = 32'h00000004;  // layout_version of the firmware, already in the image.
  parameter logic [31:0] StatusSendDoneOffset = 32'h00000008;  // Send entries given back to the host, in ring order.
  parameter logic [31:0] StatusSendRefusedOffset = 32'h0000000c;  // Of these, not sent: length, node or alignment not allowed.
  parameter logic [31:0] StatusReceivedOffset = 32'h00000010;  // Messages delivered.
  parameter logic [31:0] StatusDroppedRingFullOffset = 32'h00000014;  // Packets dropped because the host owned the next receive entry.
  parameter logic [31:0] StatusPayloadDiscardedOffset = 32'h00000018;  // Delivered without payload: no frame attached.
  parameter logic [31:0] StatusPayloadTruncatedOffset = 32'h0000001c;  // Delivered without payload: it was longer than its frame.
  parameter logic [31:0] StatusIptRejectedOffset = 32'h00000020;  // Delivered without payload: token not valid.
  parameter logic [31:0] StatusCrcErrorsOffset = 32'h00000024;  // Packets dropped for a wrong CRC.
  parameter logic [31:0] StatusLengthErrorsOffset = 32'h00000028;  // Packets dropped because shorter or longer than their header says.
  parameter logic [31:0] StatusForeignPacketsOffset = 32'h0000002c;  // Packets dropped because they are not Trapeze's.
  parameter logic [31:0] StatusHostDmaTransfersOffset = 32'h00000030;  // Host DMA transfers started.
  parameter logic [31:0] StatusInterruptsOffset = 32'h00000034;  // Host interrupts raised.
  parameter logic [31:0] StatusSendBuffersOffset = 32'h00000038;  // Packet buffers for sending, decided at start-up.
  parameter logic [31:0] StatusReceiveBuffersOffset = 32'h0000003c;  // Packet buffers for receiving, decided at start-up.

  // How to reach a node.
  parameter logic [31:0] RouteSize = 32'h0000000c;
  parameter logic [31:0] RouteLengthOffset = 32'h00000000;  // Zero: the node is unknown.
  typedef struct packed {
    logic [0:0] valid;
    logic [26:0] reserved_30_4;
    logic [3:0] bytes;
  } route_length_t;
  parameter logic [31:0] RoutePathOffset = 32'h00000004;  // Route bytes, right-aligned: the last one ends path[1].

  // Follows the route bytes of a packet; control bytes and payload follow it, each padded to whole words.
  parameter logic [31:0] WireHeaderSize = 32'h00000014;
  parameter logic [31:0] WireHeaderTypeOffset = 32'h00000000;  // wire_type.
  parameter logic [31:0] WireHeaderSourceOffset = 32'h00000004;  // Where from, and how long the control message is.
  typedef struct packed {
    logic [15:0] node;
    logic [15:0] control_length;
  } wire_header_source_t;
  parameter logic [31:0] WireHeaderPayloadLengthOffset = 32'h00000008;  // Payload bytes.
  parameter logic [31:0] WireHeaderTokenOffset = 32'h0000000c;  // Payload token, 0 for none.
  parameter logic [31:0] WireHeaderMessageIdOffset = 32'h00000010;  // Opaque.

  // One entry of the send ring. The host writes control bytes, then the first 32 bytes in one burst.
  parameter logic [31:0] SendEntrySize = 32'h000000c0;
  parameter logic [31:0] SendEntryDestinationOffset = 32'h00000000;  // Node to send to.
  parameter logic [31:0] SendEntryControlLengthOffset = 32'h00000004;  // Control bytes, 0 to max_control.
  parameter logic [31:0] SendEntryPayloadLengthOffset = 32'h00000008;  // Payload bytes, 0 to config.max_payload.
  parameter logic [31:0] SendEntryPayloadAddressOffset = 32'h0000000c;  // Host address of the payload, a multiple of 4.
  parameter logic [31:0] SendEntryTokenOffset = 32'h00000010;  // Payload token of the receiver, 0 for none.
  parameter logic [31:0] SendEntryMessageIdOffset = 32'h00000014;  // Opaque, travels with the message.
  parameter logic [31:0] SendEntryCookieOffset = 32'h00000018;  // The host's own.
  parameter logic [31:0] SendEntryOwnerOffset = 32'h0000001c;  // Last word of the line: host sets owner_nic, firmware sets owner_host when all has left.
  parameter logic [31:0] SendEntryPadOffset = 32'h00000020;  // Aligns the control buffer.
  parameter logic [31:0] SendEntryRouteOffset = 32'h00000024;  // Route bytes, right-aligned.
  parameter logic [31:0] SendEntryHeaderOffset = 32'h0000002c;  // Wire header, sent with route and control in one piece.
  parameter logic [31:0] SendEntryControlOffset = 32'h00000040;  // Control bytes from the first one.

  // One entry of the receive ring, in SRAM and (control by DMA) in the host's mirror.
  parameter logic [31:0] ReceiveEntrySize = 32'h000000a0;
  parameter logic [31:0] ReceiveEntryControlOffset = 32'h00000000;  // Control bytes, ending at the line: they begin at max_control - control_length rounded up to 4.
  parameter logic [31:0] ReceiveEntryFrameAddressOffset = 32'h00000080;  // Host address of the attached frame, a multiple of 4.
  parameter logic [31:0] ReceiveEntryFrameLengthOffset = 32'h00000084;  // Bytes of the frame, a multiple of 4; 0 if none is attached.
  parameter logic [31:0] ReceiveEntryControlLengthOffset = 32'h00000088;  // Control bytes.
  parameter logic [31:0] ReceiveEntryPayloadLengthOffset = 32'h0000008c;  // Payload bytes delivered.
  parameter logic [31:0] ReceiveEntrySourceOffset = 32'h00000090;  // Sending node and what became of the payload.
  typedef struct packed {
    logic [11:0] reserved_31_20;
    logic [0:0] ipt;
    logic [0:0] ipt_rejected;
    logic [0:0] truncated;
    logic [0:0] discarded;
    logic [15:0] node;
  } receive_entry_source_t;
  parameter logic [31:0] ReceiveEntryTokenOffset = 32'h00000094;  // Payload token of the message, 0 for none.
  parameter logic [31:0] ReceiveEntryMessageIdOffset = 32'h00000098;  // Opaque, from the sender.
  parameter logic [31:0] ReceiveEntryOwnerOffset = 32'h0000009c;  // Last word of the line: host sets owner_nic, firmware sets owner_host when the message is complete.

  // One entry of the incoming payload table. Valid while token is not 0 and differs from consumed.
  parameter logic [31:0] IptEntrySize = 32'h00000010;
  parameter logic [31:0] IptEntryTokenOffset = 32'h00000000;  // The payload token; 0 cancels the entry.
  parameter logic [31:0] IptEntryAddressOffset = 32'h00000004;  // Host address of the buffer, a multiple of 4.
  parameter logic [31:0] IptEntryLengthOffset = 32'h00000008;  // Bytes of the buffer, a multiple of 4.
  parameter logic [31:0] IptEntryConsumedOffset = 32'h0000000c;  // The last token that a message used up; 0 again if that message was dropped.

  // Everything, at the symbol tpz_endpoint.
  parameter logic [31:0] EndpointSize = 32'h00003f80;
  parameter logic [31:0] EndpointConfigOffset = 32'h00000000;  // Options.
  parameter logic [31:0] EndpointStatusOffset = 32'h00000040;  // State and counters.
  parameter logic [31:0] EndpointSendOffset = 32'h00000080;  // Send ring.
  parameter logic [31:0] EndpointReceiveOffset = 32'h00001880;  // Receive ring.
  parameter logic [31:0] EndpointIptOffset = 32'h00002c80;  // Incoming payload table.
  parameter logic [31:0] EndpointRoutesOffset = 32'h00003c80;  // Route table, by node.

endpackage : endpoint_layout_pkg
// verilator lint_on UNUSEDPARAM
