#include "testbenches/tests/lanai/programs/program.h"

void program_arithmetic(void) {
  for (int i = 0; i < 60; ++i) {
    const uint32_t a = arbitrary(), b = arbitrary_size();
    const int32_t s = (int32_t)a, t = (int32_t)b;
    emit(a + b);
    emit(a - b);
    emit(a * b);
    emit(b ? a / b : 0);
    emit(b ? a % b : 0);
    emit(t && t != -1 ? (uint32_t)(s / t) : 0);
    emit(t && t != -1 ? (uint32_t)(s % t) : 0);
    emit((a & b) | (~a ^ b));
    emit(a * 10 + b * 7);
    emit(0u - a);
    emit((uint32_t)__builtin_popcount(a));
    emit(b ? (uint32_t)__builtin_clz(b) : 32);
    emit(b ? (uint32_t)__builtin_ctz(b) : 32);
    emit(__builtin_bswap32(a));
  }
}
