/* What the compiler calls for arithmetic that the chip lacks. Division takes hundreds of clocks:
 * firmware that cares about time uses shifts. */
#include <stdint.h>

uint32_t __mulsi3(uint32_t a, uint32_t b);
uint32_t __udivsi3(uint32_t a, uint32_t b);
uint32_t __umodsi3(uint32_t a, uint32_t b);
int32_t __divsi3(int32_t a, int32_t b);
int32_t __modsi3(int32_t a, int32_t b);

uint32_t __mulsi3(uint32_t a, uint32_t b) {
  uint32_t product = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    if (b & 1) product += a;
  return product;
}

/* Bit by bit from the top; a division by zero gives all ones, like the restoring hardware would. */
static uint32_t divide(uint32_t a, uint32_t b, uint32_t* remainder) {
  uint32_t quotient = 0, rest = 0;
  for (int bit = 31; bit >= 0; --bit) {
    const uint32_t carry = rest >> 31;
    rest = rest << 1 | (a >> bit & 1);
    quotient <<= 1;
    if (carry || rest >= b) {
      rest -= b;
      quotient |= 1;
    }
  }
  *remainder = rest;
  return quotient;
}

uint32_t __udivsi3(uint32_t a, uint32_t b) {
  uint32_t rest;
  return divide(a, b, &rest);
}

uint32_t __umodsi3(uint32_t a, uint32_t b) {
  uint32_t rest;
  divide(a, b, &rest);
  return rest;
}

static uint32_t magnitude(int32_t a) {
  return a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
}

int32_t __divsi3(int32_t a, int32_t b) {
  const uint32_t quotient = __udivsi3(magnitude(a), magnitude(b));
  return (int32_t)((a < 0) == (b < 0) ? quotient : 0u - quotient);
}

int32_t __modsi3(int32_t a, int32_t b) {
  const uint32_t rest = __umodsi3(magnitude(a), magnitude(b));
  return (int32_t)(a < 0 ? 0u - rest : rest);
}
