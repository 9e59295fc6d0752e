// Generated from models/layouts/lanai.regs.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package lanai_regs_pkg;
  parameter logic [31:0] RegisterBase = 32'hffffff00;  // Address of the first special register for the chip's own processor.
  parameter logic [31:0] RegisterSpace = 32'h00000100;  // Bytes of register space.
  parameter logic [31:0] TimeoutSixteenthSecond = 32'h00000000;  // TIMEOUT: the network may block a packet for 1/16 s.
  parameter logic [31:0] TimeoutQuarterSecond = 32'h00000001;  // TIMEOUT: the network may block a packet for 1/4 s.
  parameter logic [31:0] TimeoutOneSecond = 32'h00000002;  // TIMEOUT: the network may block a packet for 1 s (inferred).
  parameter logic [31:0] TimeoutFourSeconds = 32'h00000003;  // TIMEOUT: the network may block a packet for 4 s.

  // Context 0: instruction being fetched. Not modelled, reads as written.
  parameter logic [31:0] Ipf0Offset = 32'h00000000;
  parameter logic [31:0] Ipf0Reset = 32'h00000000;

  // Context 0: current instruction. Not modelled, reads as written.
  parameter logic [31:0] Cur0Offset = 32'h00000004;
  parameter logic [31:0] Cur0Reset = 32'h00000000;

  // Context 0: previous instruction. Not modelled, reads as written.
  parameter logic [31:0] Prev0Offset = 32'h00000008;
  parameter logic [31:0] Prev0Reset = 32'h00000000;

  // Context 0: memory data. Not modelled, reads as written.
  parameter logic [31:0] Data0Offset = 32'h0000000c;
  parameter logic [31:0] Data0Reset = 32'h00000000;

  // Context 0: data fetch state. Not modelled, reads as written.
  parameter logic [31:0] Dpf0Offset = 32'h00000010;
  parameter logic [31:0] Dpf0Reset = 32'h00000000;

  // Context 1: instruction being fetched. Not modelled, reads as written.
  parameter logic [31:0] Ipf1Offset = 32'h00000014;
  parameter logic [31:0] Ipf1Reset = 32'h00000000;

  // Context 1: current instruction. Not modelled, reads as written.
  parameter logic [31:0] Cur1Offset = 32'h00000018;
  parameter logic [31:0] Cur1Reset = 32'h00000000;

  // Context 1: previous instruction. Not modelled, reads as written.
  parameter logic [31:0] Prev1Offset = 32'h0000001c;
  parameter logic [31:0] Prev1Reset = 32'h00000000;

  // Context 1: memory data. Not modelled, reads as written.
  parameter logic [31:0] Data1Offset = 32'h00000020;
  parameter logic [31:0] Data1Reset = 32'h00000000;

  // Context 1: data fetch state. Not modelled, reads as written.
  parameter logic [31:0] Dpf1Offset = 32'h00000024;
  parameter logic [31:0] Dpf1Reset = 32'h00000000;

  // Interrupt status. The real chip's processor has it in r31; compiled firmware reaches it here.
  parameter logic [31:0] IsrOffset = 32'h00000028;
  parameter logic [31:0] IsrReset = 32'h00002000;
  parameter logic [31:0] IsrDbgMask = 32'h80000000;
  parameter logic [31:0] IsrHostSigMask = 32'h40000000;
  parameter logic [31:0] IsrLan7SigMask = 32'h00800000;
  parameter logic [31:0] IsrLan6SigMask = 32'h00400000;
  parameter logic [31:0] IsrLan5SigMask = 32'h00200000;
  parameter logic [31:0] IsrLan4SigMask = 32'h00100000;
  parameter logic [31:0] IsrLan3SigMask = 32'h00080000;
  parameter logic [31:0] IsrLan2SigMask = 32'h00040000;
  parameter logic [31:0] IsrLan1SigMask = 32'h00020000;
  parameter logic [31:0] IsrLan0SigMask = 32'h00010000;
  parameter logic [31:0] IsrWordRdyMask = 32'h00008000;
  parameter logic [31:0] IsrHalfRdyMask = 32'h00004000;
  parameter logic [31:0] IsrSendRdyMask = 32'h00002000;
  parameter logic [31:0] IsrLinkMask = 32'h00001000;
  parameter logic [31:0] IsrNresMask = 32'h00000800;
  parameter logic [31:0] IsrWakeMask = 32'h00000400;
  parameter logic [31:0] IsrOrunMask = 32'h00000300;
  parameter logic [31:0] IsrTailMask = 32'h00000080;
  parameter logic [31:0] IsrWdogMask = 32'h00000040;
  parameter logic [31:0] IsrTimeMask = 32'h00000020;
  parameter logic [31:0] IsrDmaMask = 32'h00000010;
  parameter logic [31:0] IsrSendMask = 32'h00000008;
  parameter logic [31:0] IsrBuffMask = 32'h00000004;
  parameter logic [31:0] IsrRecvMask = 32'h00000002;
  parameter logic [31:0] IsrByteRdyMask = 32'h00000001;
  typedef struct packed {
    logic [0:0] dbg;
    logic [0:0] host_sig;
    logic [5:0] reserved_29_24;
    logic [0:0] lan7_sig;
    logic [0:0] lan6_sig;
    logic [0:0] lan5_sig;
    logic [0:0] lan4_sig;
    logic [0:0] lan3_sig;
    logic [0:0] lan2_sig;
    logic [0:0] lan1_sig;
    logic [0:0] lan0_sig;
    logic [0:0] word_rdy;
    logic [0:0] half_rdy;
    logic [0:0] send_rdy;
    logic [0:0] link;
    logic [0:0] nres;
    logic [0:0] wake;
    logic [1:0] orun;
    logic [0:0] tail;
    logic [0:0] wdog;
    logic [0:0] time_;
    logic [0:0] dma;
    logic [0:0] send;
    logic [0:0] buff;
    logic [0:0] recv;
    logic [0:0] byte_rdy;
  } isr_t;

  // Mask of the interrupt line to the host: it is asserted while ISR & EIMR is not zero.
  parameter logic [31:0] EimrOffset = 32'h0000002c;
  parameter logic [31:0] EimrReset = 32'h00000000;
  parameter logic [31:0] EimrDbgMask = 32'h80000000;
  parameter logic [31:0] EimrHostSigMask = 32'h40000000;
  parameter logic [31:0] EimrLan7SigMask = 32'h00800000;
  parameter logic [31:0] EimrLan6SigMask = 32'h00400000;
  parameter logic [31:0] EimrLan5SigMask = 32'h00200000;
  parameter logic [31:0] EimrLan4SigMask = 32'h00100000;
  parameter logic [31:0] EimrLan3SigMask = 32'h00080000;
  parameter logic [31:0] EimrLan2SigMask = 32'h00040000;
  parameter logic [31:0] EimrLan1SigMask = 32'h00020000;
  parameter logic [31:0] EimrLan0SigMask = 32'h00010000;
  parameter logic [31:0] EimrWordRdyMask = 32'h00008000;
  parameter logic [31:0] EimrHalfRdyMask = 32'h00004000;
  parameter logic [31:0] EimrSendRdyMask = 32'h00002000;
  parameter logic [31:0] EimrLinkMask = 32'h00001000;
  parameter logic [31:0] EimrNresMask = 32'h00000800;
  parameter logic [31:0] EimrWakeMask = 32'h00000400;
  parameter logic [31:0] EimrOrunMask = 32'h00000300;
  parameter logic [31:0] EimrTailMask = 32'h00000080;
  parameter logic [31:0] EimrWdogMask = 32'h00000040;
  parameter logic [31:0] EimrTimeMask = 32'h00000020;
  parameter logic [31:0] EimrDmaMask = 32'h00000010;
  parameter logic [31:0] EimrSendMask = 32'h00000008;
  parameter logic [31:0] EimrBuffMask = 32'h00000004;
  parameter logic [31:0] EimrRecvMask = 32'h00000002;
  parameter logic [31:0] EimrByteRdyMask = 32'h00000001;
  typedef struct packed {
    logic [0:0] dbg;
    logic [0:0] host_sig;
    logic [5:0] reserved_29_24;
    logic [0:0] lan7_sig;
    logic [0:0] lan6_sig;
    logic [0:0] lan5_sig;
    logic [0:0] lan4_sig;
    logic [0:0] lan3_sig;
    logic [0:0] lan2_sig;
    logic [0:0] lan1_sig;
    logic [0:0] lan0_sig;
    logic [0:0] word_rdy;
    logic [0:0] half_rdy;
    logic [0:0] send_rdy;
    logic [0:0] link;
    logic [0:0] nres;
    logic [0:0] wake;
    logic [1:0] orun;
    logic [0:0] tail;
    logic [0:0] wdog;
    logic [0:0] time_;
    logic [0:0] dma;
    logic [0:0] send;
    logic [0:0] buff;
    logic [0:0] recv;
    logic [0:0] byte_rdy;
  } eimr_t;

  // Interval timer: counts down every 0.5 us; passing zero sets ISR.TIME and goes on from 0xFFFFFFFF.
  parameter logic [31:0] ItOffset = 32'h00000030;
  parameter logic [31:0] ItReset = 32'h00000000;

  // Real-time clock: counts up every 0.5 us.
  parameter logic [31:0] RtcOffset = 32'h00000034;
  parameter logic [31:0] RtcReset = 32'h00000000;

  // Ones-complement internet checksum of host DMA data. Not modelled, reads as written.
  parameter logic [31:0] CksOffset = 32'h00000038;
  parameter logic [31:0] CksReset = 32'h00000000;

  // Host DMA: host (PCI) byte address, advances by 4.
  parameter logic [31:0] EarOffset = 32'h0000003c;
  parameter logic [31:0] EarReset = 32'h00000000;

  // Host DMA: local SRAM byte address, advances by 4.
  parameter logic [31:0] LarOffset = 32'h00000040;
  parameter logic [31:0] LarReset = 32'h00000000;

  // Host DMA: bytes left. Writing it starts the transfer; reading it tells the progress.
  parameter logic [31:0] DmaCtrOffset = 32'h00000044;
  parameter logic [31:0] DmaCtrReset = 32'h00000000;

  // Receive DMA: address of the next word, advances by 4 as words arrive.
  parameter logic [31:0] RmpOffset = 32'h00000048;
  parameter logic [31:0] RmpReset = 32'h00000000;

  // Receive DMA: address of the last word of the buffer. Writing it arms the receive.
  parameter logic [31:0] RmlOffset = 32'h0000004c;
  parameter logic [31:0] RmlReset = 32'h00000000;

  // Send DMA: address of the next word, advances by 4.
  parameter logic [31:0] SmpOffset = 32'h00000050;
  parameter logic [31:0] SmpReset = 32'h00000000;

  // Send DMA: address of the last word. Writing it starts the send and leaves the packet open.
  parameter logic [31:0] SmlOffset = 32'h00000054;
  parameter logic [31:0] SmlReset = 32'h00000000;

  // Send DMA: address of the last word. Writing it starts the send; CRC and tail close the packet.
  parameter logic [31:0] SmltOffset = 32'h00000058;
  parameter logic [31:0] SmltReset = 32'h00000000;

  // Pops a byte from the packet interface.
  parameter logic [31:0] RbOffset = 32'h00000060;
  parameter logic [31:0] RbReset = 32'h00000000;

  // Pops a half word from the packet interface.
  parameter logic [31:0] RhOffset = 32'h00000064;
  parameter logic [31:0] RhReset = 32'h00000000;

  // Pops a word from the packet interface.
  parameter logic [31:0] RwOffset = 32'h00000068;
  parameter logic [31:0] RwReset = 32'h00000000;

  // Send align: leading bytes of the first word that the next send DMA skips.
  parameter logic [31:0] SaOffset = 32'h0000006c;
  parameter logic [31:0] SaReset = 32'h00000000;
  parameter logic [31:0] SaSkipMask = 32'h00000003;
  typedef struct packed {
    logic [29:0] reserved_31_2;
    logic [1:0] skip;
  } sa_t;

  // Pushes a byte into the packet interface.
  parameter logic [31:0] SbOffset = 32'h00000070;
  parameter logic [31:0] SbReset = 32'h00000000;

  // Pushes a half word into the packet interface.
  parameter logic [31:0] ShOffset = 32'h00000074;
  parameter logic [31:0] ShReset = 32'h00000000;

  // Pushes a word into the packet interface.
  parameter logic [31:0] SwOffset = 32'h00000078;
  parameter logic [31:0] SwReset = 32'h00000000;

  // Pushes a tail into the packet interface.
  parameter logic [31:0] StOffset = 32'h0000007c;
  parameter logic [31:0] StReset = 32'h00000000;

  // Host DMA: direction.
  parameter logic [31:0] DmaDirOffset = 32'h00000080;
  parameter logic [31:0] DmaDirReset = 32'h00000000;
  parameter logic [31:0] DmaDirE2lMask = 32'h00000001;
  typedef struct packed {
    logic [30:0] reserved_31_1;
    logic [0:0] e2l;
  } dma_dir_t;

  // Host DMA: burst sizes that are allowed. PCI firmware enables all.
  parameter logic [31:0] DmaStsOffset = 32'h00000084;
  parameter logic [31:0] DmaStsReset = 32'h0000000f;
  parameter logic [31:0] DmaStsBurst16Mask = 32'h00000008;
  parameter logic [31:0] DmaStsBurst8Mask = 32'h00000004;
  parameter logic [31:0] DmaStsBurst4Mask = 32'h00000002;
  parameter logic [31:0] DmaStsBurst2Mask = 32'h00000001;
  typedef struct packed {
    logic [27:0] reserved_31_4;
    logic [0:0] burst_16;
    logic [0:0] burst_8;
    logic [0:0] burst_4;
    logic [0:0] burst_2;
  } dma_sts_t;

  // How long the network may block a packet.
  parameter logic [31:0] TimeoutOffset = 32'h00000088;
  parameter logic [31:0] TimeoutReset = 32'h00000000;
  parameter logic [31:0] TimeoutPeriodMask = 32'h00000003;
  typedef struct packed {
    logic [29:0] reserved_31_2;
    logic [1:0] period;
  } timeout_t;

  // Link options.
  parameter logic [31:0] MyrinetOffset = 32'h0000008c;
  parameter logic [31:0] MyrinetReset = 32'h00000000;
  parameter logic [31:0] MyrinetNresEnableMask = 32'h00000001;
  parameter logic [31:0] MyrinetCrcEnableMask = 32'h00000002;
  typedef struct packed {
    logic [29:0] reserved_31_2;
    logic [0:0] crc_enable;
    logic [0:0] nres_enable;
  } myrinet_t;

  // Hardware debugging. No effect in the model.
  parameter logic [31:0] HwDbugOffset = 32'h00000090;
  parameter logic [31:0] HwDbugReset = 32'h00000000;

  // Board lamp.
  parameter logic [31:0] LedOffset = 32'h00000094;
  parameter logic [31:0] LedReset = 32'h00000000;
  parameter logic [31:0] LedOnMask = 32'h00000001;
  typedef struct packed {
    logic [30:0] reserved_31_1;
    logic [0:0] on;
  } led_t;

  // Link interface configuration; firmware writes 3 on 4.1 and later.
  parameter logic [31:0] VersionOffset = 32'h00000098;
  parameter logic [31:0] VersionReset = 32'h00000000;

  // Memory protection and link activation (also called ACTIVATE).
  parameter logic [31:0] WriteEnableOffset = 32'h0000009c;
  parameter logic [31:0] WriteEnableReset = 32'h00000000;

  // Phase constant from the EEPROM, written by the host before it starts the chip.
  parameter logic [31:0] ClockOffset = 32'h000000fc;
  parameter logic [31:0] ClockReset = 32'h00000000;

  // The registers of the host DMA. A bit for each register.
  typedef struct packed {
    logic ear;
    logic lar;
    logic dma_ctr;
    logic dma_dir;
    logic dma_sts;
  } host_dma_regs_t;

  // The registers of the send DMA. A bit for each register.
  typedef struct packed {
    logic smp;
    logic sml;
    logic smlt;
    logic sa;
  } send_dma_regs_t;

  // The registers of the receive DMA. A bit for each register.
  typedef struct packed {
    logic rmp;
    logic rml;
  } receive_dma_regs_t;

  // The timers. A bit for each register.
  typedef struct packed {
    logic it;
    logic rtc;
  } timers_regs_t;

  // The interrupt status. A bit for each register.
  typedef struct packed {
    logic isr;
  } isr_regs_t;

  // Registers that remember what was written, and act. A bit for each register.
  typedef struct packed {
    logic eimr;
    logic myrinet;
  } settings_regs_t;

  // Bytes straight to the link. A bit for each register.
  typedef struct packed {
    logic sb;
    logic sh;
    logic sw;
    logic st;
  } to_link_regs_t;

  // Bytes straight from the link. A bit for each register.
  typedef struct packed {
    logic rb;
    logic rh;
    logic rw;
  } from_link_regs_t;

endpackage : lanai_regs_pkg
// verilator lint_on UNUSEDPARAM
