// Generated from models/layouts/myriapi.layout.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package myriapi_layout_pkg;
  parameter logic [31:0] SendEntries = 32'h00000010;  // Descriptors of the send ring, a power of two.
  parameter logic [31:0] ReceiveEntries = 32'h00000010;  // Descriptors of the receive ring, a power of two.
  parameter logic [31:0] SendPieces = 32'h00000010;  // Pieces of host memory that a packet is gathered from, at most.
  parameter logic [31:0] ReceivePieces = 32'h00000008;  // Pieces of host memory that a packet is scattered to, at most.
  parameter logic [31:0] Mtu = 32'h000020f0;  // Bytes of the longest packet, without its header.
  parameter logic [31:0] MostBuffers = 32'h00000004;  // Packet buffers each way that can be configured.
  parameter logic [31:0] MaxNodes = 32'h00000040;  // Entries of the route table.
  parameter logic [31:0] MaxRoute = 32'h00000008;  // Route bytes per route.
  parameter logic [31:0] MostChannel = 32'h0000ffff;  // The highest channel.
  parameter logic [31:0] WireType = 32'h04300001;  // First word of a MyriAPI packet; its first bit is 0, unlike that of a route byte (value is ours).
  parameter logic [31:0] OwnerHost = 32'h00000000;  // The descriptor belongs to the host: free (send) or with a packet (receive).
  parameter logic [31:0] OwnerNic = 32'h00000001;  // The descriptor belongs to the NIC: to be sent (send) or to be filled (receive).
  parameter logic [31:0] OutcomeStored = 32'h00000001;  // The packet lies in the pieces.
  parameter logic [31:0] OutcomeTooLong = 32'h00000002;  // The packet was longer than the pieces; nothing was written.
  parameter logic [31:0] OutcomeRefused = 32'h00000003;  // A packet came, but the pieces are not allowed; nothing was written.
  parameter logic [31:0] StateReset = 32'h00000000;  // The firmware has not looked at its configuration yet.
  parameter logic [31:0] StateRunning = 32'h00000001;  // The firmware serves its rings.
  parameter logic [31:0] StateBadVersion = 32'h80000001;  // Halted: config.version is not layout_version.
  parameter logic [31:0] StateBadBuffers = 32'h80000002;  // Halted: config.buffers is below 2 or above most_buffers.
  parameter logic [31:0] StateNoMemory = 32'h80000003;  // Halted: SRAM does not hold config.buffers packets each way.
  parameter logic [31:0] LayoutVersion = 32'hd715be1b;  // Changes whenever the layout does.

  // Written by the host before it lets the chip run; never again.
  parameter logic [31:0] ConfigSize = 32'h00000020;
  parameter logic [31:0] ConfigVersionOffset = 32'h00000000;  // layout_version; anything else halts the firmware.
  parameter logic [31:0] ConfigNodeOffset = 32'h00000004;  // Number of this node, the source of its packets.
  parameter logic [31:0] ConfigBuffersOffset = 32'h00000008;  // Packet buffers each way.
  parameter logic [31:0] ConfigNotifyInterruptOffset = 32'h0000000c;  // 1: every delivery raises the host interrupt.
  parameter logic [31:0] ConfigSpareOffset = 32'h00000010;  // Zero.

  // Written by the firmware, readable by the host at any time.
  parameter logic [31:0] StatusSize = 32'h00000040;
  parameter logic [31:0] StatusStateOffset = 32'h00000000;  // One of the state constants.
  parameter logic [31:0] StatusVersionOffset = 32'h00000004;  // layout_version of the firmware, already in the image.
  parameter logic [31:0] StatusSendDoneOffset = 32'h00000008;  // Send descriptors given back to the host, in ring order.
  parameter logic [31:0] StatusSendRefusedOffset = 32'h0000000c;  // Of these, not sent: pieces, length or node not allowed.
  parameter logic [31:0] StatusReceivedOffset = 32'h00000010;  // Packets delivered.
  parameter logic [31:0] StatusNotStoredOffset = 32'h00000014;  // Receive descriptors given back with another outcome than outcome_stored.
  parameter logic [31:0] StatusDroppedRingFullOffset = 32'h00000018;  // Packets dropped because the host owned the next receive descriptor.
  parameter logic [31:0] StatusCrcErrorsOffset = 32'h0000001c;  // Packets dropped for a wrong CRC.
  parameter logic [31:0] StatusLengthErrorsOffset = 32'h00000020;  // Packets dropped because shorter or longer than their header says, or than any.
  parameter logic [31:0] StatusForeignPacketsOffset = 32'h00000024;  // Packets dropped because they are not MyriAPI's.
  parameter logic [31:0] StatusHostDmaTransfersOffset = 32'h00000028;  // Host DMA transfers started.
  parameter logic [31:0] StatusInterruptsOffset = 32'h0000002c;  // Host interrupts raised.
  parameter logic [31:0] StatusSpareOffset = 32'h00000030;  // Zero.

  // How to reach a node.
  parameter logic [31:0] RouteSize = 32'h0000000c;
  parameter logic [31:0] RouteLengthOffset = 32'h00000000;  // Zero: the node is unknown.
  typedef struct packed {
    logic [0:0] valid;
    logic [26:0] reserved_30_4;
    logic [3:0] bytes;
  } route_length_t;
  parameter logic [31:0] RoutePathOffset = 32'h00000004;  // Route bytes, right-aligned: the last one ends path[1].

  // Follows the route bytes of a packet; its bytes follow it, padded to whole words.
  parameter logic [31:0] WireHeaderSize = 32'h00000010;
  parameter logic [31:0] WireHeaderTypeOffset = 32'h00000000;  // wire_type.
  parameter logic [31:0] WireHeaderSourceOffset = 32'h00000004;  // Where from, and for whom.
  typedef struct packed {
    logic [15:0] node;
    logic [15:0] channel;
  } wire_header_source_t;
  parameter logic [31:0] WireHeaderLengthOffset = 32'h00000008;  // Bytes that follow, 0 to mtu.
  parameter logic [31:0] WireHeaderTagOffset = 32'h0000000c;  // Opaque.

  // Host memory in a row.
  parameter logic [31:0] PieceSize = 32'h00000008;
  parameter logic [31:0] PieceAddressOffset = 32'h00000000;  // Host address, a multiple of 4.
  parameter logic [31:0] PieceLengthOffset = 32'h00000004;  // Bytes, a multiple of 4 and not 0. The last piece of a send descriptor may have any length: whole words are read.

  // One descriptor of the send ring. The host writes pieces, then the last 32 bytes in one burst.
  parameter logic [31:0] SendEntrySize = 32'h000000a0;
  parameter logic [31:0] SendEntryPiecesOffset = 32'h00000000;  // What the packet is gathered from, in this order.
  parameter logic [31:0] SendEntryCountOffset = 32'h00000080;  // Pieces, 0 to send_pieces.
  parameter logic [31:0] SendEntryDestinationOffset = 32'h00000084;  // Node to send to.
  parameter logic [31:0] SendEntryChannelOffset = 32'h00000088;  // Channel there, 0 to most_channel.
  parameter logic [31:0] SendEntrySumFromOffset = 32'h0000008c;  // Where a sum would begin. Zero: this firmware computes none.
  parameter logic [31:0] SendEntrySumToOffset = 32'h00000090;  // Where it would be put. Zero.
  parameter logic [31:0] SendEntryTagOffset = 32'h00000094;  // Opaque, travels with the packet.
  parameter logic [31:0] SendEntrySpareOffset = 32'h00000098;  // Zero.
  parameter logic [31:0] SendEntryOwnerOffset = 32'h0000009c;  // Last word: host sets owner_nic, firmware sets owner_host when all has left.

  // One descriptor of the receive ring. The host writes pieces, then count, then owner.
  parameter logic [31:0] ReceiveEntrySize = 32'h00000060;
  parameter logic [31:0] ReceiveEntryPiecesOffset = 32'h00000000;  // What a packet is scattered to, in this order.
  parameter logic [31:0] ReceiveEntryCountOffset = 32'h00000040;  // Pieces, 0 to receive_pieces.
  parameter logic [31:0] ReceiveEntryLengthOffset = 32'h00000044;  // Bytes of the packet.
  parameter logic [31:0] ReceiveEntrySourceOffset = 32'h00000048;  // As in the header of the packet.
  typedef struct packed {
    logic [15:0] node;
    logic [15:0] channel;
  } receive_entry_source_t;
  parameter logic [31:0] ReceiveEntryOutcomeOffset = 32'h0000004c;  // One of the outcome constants.
  parameter logic [31:0] ReceiveEntrySumOffset = 32'h00000050;  // Would be the sum of the bytes. Zero: this firmware computes none.
  parameter logic [31:0] ReceiveEntryTagOffset = 32'h00000054;  // Opaque, from the sender.
  parameter logic [31:0] ReceiveEntrySpareOffset = 32'h00000058;  // Zero.
  parameter logic [31:0] ReceiveEntryOwnerOffset = 32'h0000005c;  // Last word: host sets owner_nic, firmware sets owner_host when the packet is complete.

  // Everything, at the symbol myriapi_nic.
  parameter logic [31:0] NicSize = 32'h00001360;
  parameter logic [31:0] NicConfigOffset = 32'h00000000;  // Options.
  parameter logic [31:0] NicStatusOffset = 32'h00000020;  // State and counters.
  parameter logic [31:0] NicSendOffset = 32'h00000060;  // Send ring.
  parameter logic [31:0] NicReceiveOffset = 32'h00000a60;  // Receive ring.
  parameter logic [31:0] NicRoutesOffset = 32'h00001060;  // Route table, by node.

endpackage : myriapi_layout_pkg
// verilator lint_on UNUSEDPARAM
