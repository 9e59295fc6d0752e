/* What a program of csmith finds as its "csmith.h", on a chip without a library and on the host:
 * safe arithmetic of csmith itself, and a checksum (CRC-32, bit by bit) that ends up in
 * csmith_checksum. */
#ifndef RANDOM_RUNTIME_H
#define RANDOM_RUNTIME_H

#include <float.h>
#include <limits.h>
#include <stdint.h>

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(x) (safe_##x)
#define assert(x)
#include "safe_math.h"

volatile uint32_t csmith_checksum;
static uint32_t crc32_context = 0xFFFFFFFFu;

static void transparent_crc(uint64_t value, const char* name, int print) {
  (void)name;
  (void)print;
  for (int byte = 0; byte < 8; ++byte) {
    crc32_context ^= (uint32_t)(value >> (8 * byte)) & 0xFF;
    for (int bit = 0; bit < 8; ++bit)
      crc32_context = (crc32_context >> 1) ^ (crc32_context & 1 ? 0xEDB88320u : 0);
  }
}

static void platform_main_begin(void) {}
static void crc32_gentab(void) {}
static void platform_main_end(uint32_t checksum, int print) {
  (void)print;
  csmith_checksum = checksum;
}

#endif
