// Generated from models/layouts/board.regs.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package board_regs_pkg;
  parameter logic [31:0] PciVendor = 32'h000010e8;  // PCI vendor id (later boards 0x14C1).
  parameter logic [31:0] PciDevice = 32'h00008043;  // PCI device id.
  parameter logic [31:0] PciRevision = 32'h00000001;  // PCI revision of a LANai 4 board.
  parameter logic [31:0] SramOffset = 32'h00000000;  // SRAM on boards of 256 KB and 512 KB.
  parameter logic [31:0] SramSpace = 32'h00080000;  // Space for SRAM on boards of 256 KB and 512 KB.
  parameter logic [31:0] Sram1mbOffset = 32'h00100000;  // SRAM on boards of 1 MB.
  parameter logic [31:0] EepromOffset = 32'h00080000;  // EEPROM.
  parameter logic [31:0] EepromSpace = 32'h00040000;  // Space for the EEPROM.
  parameter logic [31:0] RegisterOffset = 32'h000c0000;  // LANai special registers; offsets within as for the chip's processor.
  parameter logic [31:0] RegisterSpace = 32'h00020000;  // Space for the LANai special registers.
  parameter logic [31:0] PciConfigShadowOffset = 32'h000e0040;  // Copy of the PCI configuration registers.
  parameter logic [31:0] WindowBytes = 32'h00100000;  // Size of BAR0 on boards of 256 KB and 512 KB.
  parameter logic [31:0] Window1mbBytes = 32'h00200000;  // Size of BAR0 on boards of 1 MB.
  parameter logic [31:0] ClockValue41 = 32'h50e450e4;  // Clock constant in the EEPROM of LANai 4.1 boards (also seen: 0x90449044).
  parameter logic [31:0] CpuVersion41 = 32'h00000401;  // EEPROM cpu version of LANai 4.1.
  parameter logic [31:0] CpuVersion43 = 32'h00000403;  // EEPROM cpu version of LANai 4.3.

  // Actions happen when a 1 is written; reads give the last written pair. After power-up reset is on and the interrupt is disabled (inferred).
  parameter logic [31:0] ControlOffset = 32'h000e0000;
  parameter logic [31:0] ControlReset = 32'h50000000;
  parameter logic [31:0] ControlResetOffMask = 32'h80000000;
  parameter logic [31:0] ControlResetOnMask = 32'h40000000;
  parameter logic [31:0] ControlInterruptEnableMask = 32'h20000000;
  parameter logic [31:0] ControlInterruptDisableMask = 32'h10000000;
  parameter logic [31:0] ControlWakeOnMask = 32'h08000000;
  parameter logic [31:0] ControlClockLine1Mask = 32'h00000008;
  parameter logic [31:0] ControlReadBurstMask = 32'h00000002;
  parameter logic [31:0] ControlClockLine0Mask = 32'h00000001;
  typedef struct packed {
    logic [0:0] reset_off;
    logic [0:0] reset_on;
    logic [0:0] interrupt_enable;
    logic [0:0] interrupt_disable;
    logic [0:0] wake_on;
    logic [22:0] reserved_26_4;
    logic [0:0] clock_line_1;
    logic [0:0] reserved_2_2;
    logic [0:0] read_burst;
    logic [0:0] clock_line_0;
  } control_t;

  // Contents of the EEPROM, big-endian.
  parameter logic [31:0] EepromSize = 32'h00000070;
  parameter logic [31:0] EepromClockValueOffset = 32'h00000000;  // Value for the CLOCK register.
  parameter logic [31:0] EepromCpuVersionOffset = 32'h00000004;  // 0x0401 is LANai 4.1.
  parameter logic [31:0] EepromBoardIdOffset = 32'h00000006;  // Address of the board.
  parameter logic [31:0] EepromSramSizeOffset = 32'h0000000c;  // SRAM in bytes.
  parameter logic [31:0] EepromFpgaVersionOffset = 32'h00000010;  // Text.
  parameter logic [31:0] EepromMoreVersionOffset = 32'h00000030;  // Text.
  parameter logic [31:0] EepromDelayLineOffset = 32'h00000040;  // Setting of the delay line that aligns the chip's clock.
  parameter logic [31:0] EepromBoardTypeOffset = 32'h00000042;  // Type of the board.
  parameter logic [31:0] EepromBusTypeOffset = 32'h00000044;  // Type of the bus.
  parameter logic [31:0] EepromProductOffset = 32'h00000046;  // Product code.
  parameter logic [31:0] EepromSerialOffset = 32'h00000048;  // Serial number.
  parameter logic [31:0] EepromLabelOffset = 32'h0000004c;  // Text.
  parameter logic [31:0] EepromMaxSpeedOffset = 32'h0000006c;  // Highest clock, MHz (unit inferred).
  parameter logic [31:0] EepromSpareOffset = 32'h0000006e;  // Fills the last word.

endpackage : board_regs_pkg
// verilator lint_on UNUSEDPARAM
