#include "testbenches/tests/lanai/programs/program.h"

static void emit_wide(uint64_t value) {
  emit((uint32_t)(value >> 32));
  emit((uint32_t)value);
}

void program_wide(void) {
  for (int i = 0; i < 60; ++i) {
    const uint64_t a = arbitrary_wide(), b = arbitrary_wide_size();
    const int64_t s = (int64_t)a, t = (int64_t)b;
    emit_wide(a + b);
    emit_wide(a - b);
    emit_wide(a * b);
    emit_wide(b ? a / b : 0);
    emit_wide(b ? a % b : 0);
    emit_wide(t && t != -1 ? (uint64_t)(s / t) : 0);
    emit_wide(t && t != -1 ? (uint64_t)(s % t) : 0);
    emit_wide((a & ~b) | (b ^ (a >> 1)));
    emit_wide(0u - a);
  }
}
