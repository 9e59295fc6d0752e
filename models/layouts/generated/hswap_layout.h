/* Generated from models/layouts/hswap.layout.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_HSWAP_LAYOUT_H
#define FLYBAR_GENERATED_HSWAP_LAYOUT_H
/* clang-format off */

/* Transfers write host memory. */
#define HSWAP_NIC_TO_HOST 0x0u

/* Transfers read host memory. */
#define HSWAP_HOST_TO_NIC 0x1u

/* Longest transfer, bytes. */
#define HSWAP_MAX_BYTES 0x10000u

/* command: nothing to do, or the last command is complete. */
#define HSWAP_IDLE 0x0u

/* command: the host asks for the transfers. */
#define HSWAP_GO 0x1u

/* command: the parameters are not allowed, nothing was moved. */
#define HSWAP_REFUSED 0x2u

#ifndef __ASSEMBLER__
#include <stdint.h>

/* At the symbol hswap_command. The host writes it in one burst, then waits for command to change. */
struct hswap_command {
  uint32_t direction; /* +0: nic_to_host or host_to_nic. */
  uint32_t bytes; /* +4: Of one transfer, a multiple of 4. */
  uint32_t host_address; /* +8: A multiple of 4; every transfer uses the same memory. */
  uint32_t repeat; /* +12: Transfers, at least 1. */
  uint32_t ticks; /* +16: RTC ticks (0.5 us) that all of them took. */
  uint32_t sram_address; /* +20: Where in SRAM the data lies. */
  uint32_t spare; /* +24: Zero. */
  uint32_t command; /* +28: Last word of the line: idle, go or refused. */
} __attribute__((aligned(32)));
#define HSWAP_COMMAND_SIZE 32u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_HSWAP_LAYOUT_H */
