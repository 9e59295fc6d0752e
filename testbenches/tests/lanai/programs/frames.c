#include "testbenches/tests/lanai/programs/program.h"

/* 64-bit objects are addressed with `or`, so this fails if frames are not multiples of 8. */
__attribute__((noinline)) static uint64_t aligned(uint32_t n) {
  volatile uint64_t values[5];
  volatile uint32_t odd = n;
  for (uint32_t i = 0; i < 5; ++i) values[i] = (uint64_t)n * i + ((uint64_t)i << 40);
  return values[n % 5] + odd;
}

__attribute__((noinline)) static uint32_t variable(uint32_t n) {
  uint32_t values[n + 1];
  for (uint32_t i = 0; i <= n; ++i) values[i] = i * i;
  uint32_t sum = 0;
  for (uint32_t i = 0; i <= n; ++i) sum += values[i];
  return n == 0 ? sum : sum + variable(n / 2);
}

__attribute__((noinline)) static uint32_t large(uint32_t n) {
  volatile uint8_t bytes[5000];
  for (uint32_t i = 0; i < sizeof bytes; i += 7) bytes[i] = (uint8_t)(i * n);
  return bytes[7 * (n % 700)];
}

void program_frames(void) {
  for (uint32_t i = 0; i < 40; ++i) {
    const uint64_t value = aligned(arbitrary());
    emit((uint32_t)(value >> 32));
    emit((uint32_t)value);
    emit(variable(i));
  }
  for (uint32_t i = 0; i < 5; ++i) emit(large(arbitrary()));
}
