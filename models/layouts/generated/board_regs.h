/* Generated from models/layouts/board.regs.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_BOARD_REGS_H
#define FLYBAR_GENERATED_BOARD_REGS_H
/* clang-format off */

/* PCI vendor id (later boards 0x14C1). */
#define BOARD_PCI_VENDOR 0x10e8u

/* PCI device id. */
#define BOARD_PCI_DEVICE 0x8043u

/* PCI revision of a LANai 4 board. */
#define BOARD_PCI_REVISION 0x1u

/* SRAM on boards of 256 KB and 512 KB. */
#define BOARD_SRAM_OFFSET 0x0u

/* Space for SRAM on boards of 256 KB and 512 KB. */
#define BOARD_SRAM_SPACE 0x80000u

/* SRAM on boards of 1 MB. */
#define BOARD_SRAM_1MB_OFFSET 0x100000u

/* EEPROM. */
#define BOARD_EEPROM_OFFSET 0x80000u

/* Space for the EEPROM. */
#define BOARD_EEPROM_SPACE 0x40000u

/* LANai special registers; offsets within as for the chip's processor. */
#define BOARD_REGISTER_OFFSET 0xc0000u

/* Space for the LANai special registers. */
#define BOARD_REGISTER_SPACE 0x20000u

/* Copy of the PCI configuration registers. */
#define BOARD_PCI_CONFIG_SHADOW_OFFSET 0xe0040u

/* Size of BAR0 on boards of 256 KB and 512 KB. */
#define BOARD_WINDOW_BYTES 0x100000u

/* Size of BAR0 on boards of 1 MB. */
#define BOARD_WINDOW_1MB_BYTES 0x200000u

/* Clock constant in the EEPROM of LANai 4.1 boards (also seen: 0x90449044). */
#define BOARD_CLOCK_VALUE_4_1 0x50e450e4u

/* EEPROM cpu version of LANai 4.1. */
#define BOARD_CPU_VERSION_4_1 0x401u

/* EEPROM cpu version of LANai 4.3. */
#define BOARD_CPU_VERSION_4_3 0x403u

/* Actions happen when a 1 is written; reads give the last written pair. After power-up reset is on and the interrupt is disabled (inferred). */
#define BOARD_CONTROL_OFFSET 0xe0000u
#define BOARD_CONTROL_RESET 0x50000000u
#define BOARD_CONTROL_RESET_OFF_MASK 0x80000000u  /* The chip runs from address 0. */
#define BOARD_CONTROL_RESET_OFF_SHIFT 31u
#define BOARD_CONTROL_RESET_ON_MASK 0x40000000u  /* The chip is held in reset. */
#define BOARD_CONTROL_RESET_ON_SHIFT 30u
#define BOARD_CONTROL_INTERRUPT_ENABLE_MASK 0x20000000u  /* The chip's interrupt reaches the host. */
#define BOARD_CONTROL_INTERRUPT_ENABLE_SHIFT 29u
#define BOARD_CONTROL_INTERRUPT_DISABLE_MASK 0x10000000u  /* The chip's interrupt is blocked. */
#define BOARD_CONTROL_INTERRUPT_DISABLE_SHIFT 28u
#define BOARD_CONTROL_WAKE_ON_MASK 0x08000000u  /* Raises the wake pin, which sets ISR.WAKE. */
#define BOARD_CONTROL_WAKE_ON_SHIFT 27u
#define BOARD_CONTROL_CLOCK_LINE_1_MASK 0x00000008u  /* Serial line of the clock chip. */
#define BOARD_CONTROL_CLOCK_LINE_1_SHIFT 3u
#define BOARD_CONTROL_READ_BURST_MASK 0x00000002u  /* The board may answer reads in bursts. */
#define BOARD_CONTROL_READ_BURST_SHIFT 1u
#define BOARD_CONTROL_CLOCK_LINE_0_MASK 0x00000001u  /* Serial line of the clock chip. */
#define BOARD_CONTROL_CLOCK_LINE_0_SHIFT 0u

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Contents of the EEPROM, big-endian. */
struct board_eeprom {
  uint32_t clock_value; /* +0: Value for the CLOCK register. */
  uint16_t cpu_version; /* +4: 0x0401 is LANai 4.1. */
  uint8_t board_id[6]; /* +6: Address of the board. */
  uint32_t sram_size; /* +12: SRAM in bytes. */
  uint8_t fpga_version[32]; /* +16: Text. */
  uint8_t more_version[16]; /* +48: Text. */
  uint16_t delay_line; /* +64: Setting of the delay line that aligns the chip's clock. */
  uint16_t board_type; /* +66: Type of the board. */
  uint16_t bus_type; /* +68: Type of the bus. */
  uint16_t product; /* +70: Product code. */
  uint32_t serial; /* +72: Serial number. */
  uint8_t label[32]; /* +76: Text. */
  uint16_t max_speed; /* +108: Highest clock, MHz (unit inferred). */
  uint16_t spare; /* +110: Fills the last word. */
};
#define BOARD_EEPROM_SIZE 112u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_BOARD_REGS_H */
