/* Generated from models/layouts/ipt.regs.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_IPT_REGS_H
#define FLYBAR_GENERATED_IPT_REGS_H
/* clang-format off */

/* The table in the board's window. */
#define IPT_TABLE_OFFSET 0xf0000u

/* Bytes of the table. */
#define IPT_TABLE_SPACE 0x1000u

/* Entries of the table. The index of a token is its last byte. */
#define IPT_ENTRIES 0x100u

/* Where a packet carries its token: bytes from its first one, a multiple of 4. The unit keeps that word of each packet that the receive DMA stores. */
#define IPT_TOKEN_AT_OFFSET 0xa0u
#define IPT_TOKEN_AT_RESET 0x00000000u

/* A write of any value uses up the entry that the kept token names, if the entry has this token and is not used up yet. The registers below then tell what came of it. */
#define IPT_TAKE_OFFSET 0xa4u
#define IPT_TAKE_RESET 0x00000000u

/* 1: the last write of TAKE has used up an entry. 0: the token was not valid. */
#define IPT_HIT_OFFSET 0xa8u
#define IPT_HIT_RESET 0x00000000u

/* Host address of the buffer of that entry; 0 without a hit. */
#define IPT_ADDRESS_OFFSET 0xacu
#define IPT_ADDRESS_RESET 0x00000000u

/* Bytes of that buffer; 0 without a hit. */
#define IPT_LENGTH_OFFSET 0xb0u
#define IPT_LENGTH_RESET 0x00000000u

/* A write of a token makes its entry usable again. */
#define IPT_RESTORE_OFFSET 0xb4u
#define IPT_RESTORE_RESET 0x00000000u

#ifndef __ASSEMBLER__
#include <stdint.h>

/* One entry of the table. The host writes it through the board's window. */
struct ipt_entry {
  uint32_t token; /* +0: The payload token; 0 cancels the entry. */
  uint32_t address; /* +4: Host address of the buffer. */
  uint32_t length; /* +8: Bytes of the buffer. */
  uint32_t consumed; /* +12: The token that a packet used up; 0 again after RESTORE. */
};
#define IPT_ENTRY_SIZE 16u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_IPT_REGS_H */
