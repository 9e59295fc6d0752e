/* A program computes the same on the chip and on the machine that runs the tests, and says what. */
#ifndef FLYBAR_TESTBENCHES_LANAI_PROGRAM_H
#define FLYBAR_TESTBENCHES_LANAI_PROGRAM_H

#include <stdint.h>

#define MOST_RESULTS 2000

void emit(uint32_t result);

/* Inputs that neither compiler can know: xorshift, the same everywhere. */
uint32_t arbitrary(void);
uint64_t arbitrary_wide(void);
/* The same, small ones as often as large ones. */
uint32_t arbitrary_size(void);
uint64_t arbitrary_wide_size(void);

#define PROGRAM(name) void program_##name(void);
#include "testbenches/tests/lanai/programs/programs.inc"
#undef PROGRAM

#endif
