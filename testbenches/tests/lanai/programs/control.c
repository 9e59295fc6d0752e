#include "testbenches/tests/lanai/programs/program.h"

static uint32_t dense(uint32_t n) {
  switch (n % 12) {
    case 0:
      return 17;
    case 1:
      n += 3; /* fall through */
    case 2:
      return n * 5;
    case 3:
      return n ^ 0x55;
    case 5:
      return n << 2;
    case 6:
      n = ~n; /* fall through */
    case 7:
      n -= 9; /* fall through */
    case 8:
      return n;
    case 11:
      return 0xFFFFFFFF;
    default:
      return n >> 1;
  }
}

static uint32_t sparse(uint32_t n) {
  switch (n & 0xFFF) {
    case 0x001:
      return 1;
    case 0x123:
      return 2;
    case 0x800:
      return 3;
    case 0xFFF:
      return 4;
    default:
      return n & 1 ? 5 : 6;
  }
}

static uint32_t machine(uint32_t steps) {
  static const uint8_t code[] = {0, 1, 2, 1, 0, 2, 2, 3};
  static const void* const targets[] = {&&twice, &&increment, &&invert, &&stop};
  uint32_t value = steps, at = 0;
next:
  goto* targets[code[at++]];
twice:
  value += value;
  goto next;
increment:
  ++value;
  goto next;
invert:
  value = ~value;
  goto next;
stop:
  return value;
}

void program_control(void) {
  for (uint32_t i = 0; i < 100; ++i) {
    emit(dense(i));
    emit(sparse(i % 5 == 0 ? 0x123 : i % 7 == 0 ? 0x800 : arbitrary()));
    emit(machine(i));
    uint32_t n = i + 1, steps = 0;
    do {
      if (n == 1) break;
      if (++steps > 200) continue;
      n = n & 1 ? 3 * n + 1 : n / 2;
    } while (steps < 300);
    emit(steps);
  }
}
