#include "testbenches/tests/lanai/programs/program.h"

static volatile uint8_t bytes[64];
static volatile int8_t signed_bytes[64];
static volatile uint16_t halves[64];
static volatile int16_t signed_halves[64];

static uint32_t sum(const volatile int16_t* from, const volatile int16_t* end) {
  uint32_t total = 0;
  while (from != end) total = total * 3 + (uint32_t)*from++;
  return total;
}

static uint32_t count_down(const uint8_t* end, uint32_t count) {
  uint32_t total = 0;
  while (count--) total = (total << 1) + *--end;
  return total;
}

void program_sub_word(void) {
  static uint8_t plain[64];
  for (uint32_t i = 0; i < 64; ++i) signed_bytes[i] = (int8_t)(halves[i] = (uint16_t)i);
  for (uint32_t i = 0; i < 64; ++i) {
    const uint32_t value = arbitrary();
    bytes[i] = (uint8_t)value;
    signed_bytes[63 - i] = (int8_t)(value >> 8);
    halves[i ^ 21] = (uint16_t)(value >> 16);
    signed_halves[i] = (int16_t)(halves[i] - value);
    plain[i] = bytes[i];
    emit(bytes[i]);
    emit((uint32_t)signed_bytes[i]);
    emit(halves[i]);
    emit((uint32_t)signed_halves[i]);
    bytes[i] ^= 0x5A;
    halves[i] |= 0x8001;
    emit((uint32_t)(bytes[i] << 16 | halves[i]));
  }
  emit(sum(signed_halves, signed_halves + 64));
  emit(count_down(plain + 64, 64));
}
