#include "testbenches/tests/lanai/programs/program.h"

static const uint32_t edges[] = {0,          1,          2,          0x7F,      0x80,
                                 0xFF,       0x7FFF,     0x8000,     0xFFFF,    0x7FFFFFFF,
                                 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF};
#define COUNT (sizeof edges / sizeof edges[0])

#define ORDER(type, a, b)                                                                   \
  (((type)(a) < (type)(b)) | ((type)(a) <= (type)(b)) << 1 | ((type)(a) > (type)(b)) << 2 | \
   ((type)(a) >= (type)(b)) << 3 | ((type)(a) == (type)(b)) << 4)

static uint32_t branches(int32_t a, int32_t b) {
  uint32_t bits = 0;
  if (a < b) bits |= 1;
  if (a >= b && (uint32_t)a < (uint32_t)b) bits |= 2;
  if (a == 0 || b > 0) bits |= 4;
  while (a > b && a > 0) a >>= 1, bits += 8;
  return bits;
}

void program_comparisons(void) {
  for (unsigned i = 0; i < COUNT; ++i)
    for (unsigned j = 0; j < COUNT; ++j) {
      const uint32_t a = edges[i], b = edges[j];
      const uint64_t x = (uint64_t)a << 32 | b, y = (uint64_t)b << 32 | edges[(i + j) % COUNT];
      emit((uint32_t)(ORDER(uint32_t, a, b) | ORDER(int32_t, a, b) << 5));
      emit(
          (uint32_t)(ORDER(int16_t, a, b) | ORDER(uint8_t, a, b) << 5 | ORDER(int8_t, a, b) << 10));
      emit((uint32_t)(ORDER(uint64_t, x, y) | ORDER(int64_t, x, y) << 5));
      emit(branches((int32_t)a, (int32_t)b));
    }
}
