/* Access to the LANai's special registers and to SRAM, for every firmware.
 *
 * On the chip a register access is one instruction. Compiled for a host (unit tests) it calls a
 * test double, and SRAM addresses are offsets that the double turns into pointers. */
#ifndef FLYBAR_FIRMWARE_COMMON_LANAI_H
#define FLYBAR_FIRMWARE_COMMON_LANAI_H

#include <stdint.h>

#include "models/layouts/generated/lanai_regs.h"

/* The compiler may move a load past a later one into a branch slot; not across this. */
#define lanai_barrier() __asm__ volatile("" ::: "memory")

#define LANAI_INLINE static inline __attribute__((always_inline, unused))

/* Words that the host or an engine changes behind the compiler's back. */
#define shared_read(word) (*(const volatile uint32_t*)&(word))
#define shared_write(word, value) (*(volatile uint32_t*)&(word) = (value))

#ifdef __lanai__

/* Defined by the loader: the first byte behind the image, and the end of SRAM. */
extern char __heap_start[], __stack_top[];

LANAI_INLINE uint32_t lanai_read(uint32_t offset) {
  lanai_barrier();
  const uint32_t value = *(volatile uint32_t*)(LANAI_REGISTER_BASE + offset);
  lanai_barrier();
  return value;
}
LANAI_INLINE void lanai_write(uint32_t offset, uint32_t value) {
  lanai_barrier();
  *(volatile uint32_t*)(LANAI_REGISTER_BASE + offset) = value;
  lanai_barrier();
}
LANAI_INLINE uint32_t sram_address(const volatile void* pointer) {
  return (uint32_t)pointer;
}
LANAI_INLINE void* sram_pointer(uint32_t address) {
  return (void*)address;
}

/* Free SRAM lies between the image and the stack. */
#define LANAI_STACK_BYTES 2048u
LANAI_INLINE uint32_t sram_free_begin(void) {
  return (uint32_t)__heap_start;
}
LANAI_INLINE uint32_t sram_free_end(void) {
  return (uint32_t)__stack_top - LANAI_STACK_BYTES;
}
/* Firmware on the chip never stops by itself. */
LANAI_INLINE uint32_t lanai_running(void) {
  return 1;
}

#else

uint32_t lanai_read(uint32_t offset);
void lanai_write(uint32_t offset, uint32_t value);
uint32_t sram_address(const volatile void* pointer);
void* sram_pointer(uint32_t address);
uint32_t sram_free_begin(void);
uint32_t sram_free_end(void);
/* Turns 0 when the test has seen enough. */
uint32_t lanai_running(void);

#endif
#endif
