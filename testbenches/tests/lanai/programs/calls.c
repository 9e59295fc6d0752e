#include "testbenches/tests/lanai/programs/program.h"

static uint32_t fibonacci(uint32_t n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static uint32_t ackermann(uint32_t m, uint32_t n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static uint32_t is_odd(uint32_t n);
static uint32_t is_even(uint32_t n) {
  return n == 0 ? 1 : is_odd(n - 1);
}
static uint32_t is_odd(uint32_t n) {
  return n == 0 ? 0 : is_even(n - 1);
}

__attribute__((noinline)) static uint64_t many(uint32_t a, uint64_t b, uint8_t c, int16_t d,
                                               uint64_t e, int32_t f, uint32_t g) {
  return a + b * 3 + c + (uint64_t)(int64_t)d + (e >> 7) + (uint64_t)(int64_t)f - g;
}

static uint32_t add(uint32_t a, uint32_t b) {
  return a + b;
}
static uint32_t mix(uint32_t a, uint32_t b) {
  return a ^ (b << 3);
}
static uint32_t (*volatile operations[2])(uint32_t, uint32_t) = {add, mix};

void program_calls(void) {
  for (uint32_t i = 0; i < 12; ++i) emit(fibonacci(i));
  emit(ackermann(2, 4));
  emit(is_even(31));
  for (int i = 0; i < 40; ++i) {
    const uint64_t wide = arbitrary_wide();
    const uint32_t a = arbitrary(), b = arbitrary();
    const uint64_t sum =
        many(a, wide, (uint8_t)b, (int16_t)(a >> 9), wide >> 3, (int32_t)(a ^ b), b >> 3);
    emit((uint32_t)(sum >> 32));
    emit((uint32_t)sum);
    emit(operations[i & 1](a, b));
  }
}
