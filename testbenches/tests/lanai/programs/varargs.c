#include <stdarg.h>

#include "testbenches/tests/lanai/programs/program.h"

/* clang 14 passes a 64-bit argument in the next two slots, but va_arg looks for it at a multiple of
 * 8: here each one comes after an even number of slots. */
static uint32_t format(const char* kinds, ...) {
  va_list list;
  uint32_t hash = 5381;
  va_start(list, kinds);
  for (; *kinds; ++kinds) {
    uint64_t value = 0;
    if (*kinds == 'w') value = va_arg(list, uint32_t);
    if (*kinds == 'd') value = va_arg(list, uint64_t);
    if (*kinds == 's') value = (uint8_t)*va_arg(list, const char*);
    hash = hash * 33 + (uint32_t)value + (uint32_t)(value >> 32);
  }
  va_end(list);
  return hash;
}

static uint32_t forward(int count, va_list list) {
  uint32_t total = 0;
  while (count--) total = total * 7 + va_arg(list, uint32_t);
  return total;
}

static uint32_t total(int count, ...) {
  va_list list;
  va_start(list, count);
  const uint32_t result = forward(count, list);
  va_end(list);
  return result;
}

void program_varargs(void) {
  for (int i = 0; i < 50; ++i) {
    const uint32_t a = arbitrary(), b = arbitrary();
    const uint64_t wide = (uint64_t)a << 32 | b;
    emit(format("wdwsdw", a, wide, b, "page", wide * 3, a ^ b));
    emit(format("wd", b, wide));
    emit(total(6, a, b, a + b, a - b, 1u, 2u));
    emit(total(1, a));
  }
}
