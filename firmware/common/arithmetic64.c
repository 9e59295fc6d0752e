/* 64-bit arithmetic, in halves so that nothing here calls itself. */
#include <stdint.h>

uint64_t __muldi3(uint64_t a, uint64_t b);
uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
int64_t __divdi3(int64_t a, int64_t b);
int64_t __moddi3(int64_t a, int64_t b);
int64_t __ashrdi3(int64_t a, int count);
int64_t __ashldi3(int64_t a, int count);
uint64_t __lshrdi3(uint64_t a, int count);

union halves {
  uint64_t whole;
  struct {
    uint32_t high, low; /* big-endian */
  } half;
};

int64_t __ashldi3(int64_t a, int count) {
  union halves v = {.whole = (uint64_t)a};
  if (count >= 32) {
    v.half.high = v.half.low << (count - 32);
    v.half.low = 0;
  } else if (count > 0) {
    v.half.high = v.half.high << count | v.half.low >> (32 - count);
    v.half.low <<= count;
  }
  return (int64_t)v.whole;
}

/* Shifts right and fills with `sign`, all zeros or all ones. */
static uint64_t shift_right(uint64_t a, int count, uint32_t sign) {
  union halves v = {.whole = a};
  if (count >= 32) {
    v.half.low = count == 32 ? v.half.high : v.half.high >> (count - 32) | sign << (64 - count);
    v.half.high = sign;
  } else if (count > 0) {
    v.half.low = v.half.low >> count | v.half.high << (32 - count);
    v.half.high = v.half.high >> count | sign << (32 - count);
  }
  return v.whole;
}

uint64_t __lshrdi3(uint64_t a, int count) {
  return shift_right(a, count, 0);
}

int64_t __ashrdi3(int64_t a, int count) {
  const union halves v = {.whole = (uint64_t)a};
  return (int64_t)shift_right((uint64_t)a, count, 0u - (v.half.high >> 31));
}

uint64_t __muldi3(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  for (; b != 0; b = __lshrdi3(b, 1), a += a)
    if ((uint32_t)b & 1) product += a;
  return product;
}

static uint64_t divide(uint64_t a, uint64_t b, uint64_t* remainder) {
  uint64_t quotient = 0, rest = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const uint64_t carry = __lshrdi3(rest, 63);
    rest = rest + rest + ((uint32_t)__lshrdi3(a, bit) & 1);
    quotient += quotient;
    if (carry != 0 || rest >= b) {
      rest -= b;
      quotient += 1;
    }
  }
  *remainder = rest;
  return quotient;
}

uint64_t __udivdi3(uint64_t a, uint64_t b) {
  uint64_t rest;
  return divide(a, b, &rest);
}

uint64_t __umoddi3(uint64_t a, uint64_t b) {
  uint64_t rest;
  divide(a, b, &rest);
  return rest;
}

int64_t __divdi3(int64_t a, int64_t b) {
  const uint64_t q =
      __udivdi3(a < 0 ? 0u - (uint64_t)a : (uint64_t)a, b < 0 ? 0u - (uint64_t)b : (uint64_t)b);
  return (int64_t)((a < 0) == (b < 0) ? q : 0u - q);
}

int64_t __moddi3(int64_t a, int64_t b) {
  const uint64_t r =
      __umoddi3(a < 0 ? 0u - (uint64_t)a : (uint64_t)a, b < 0 ? 0u - (uint64_t)b : (uint64_t)b);
  return (int64_t)(a < 0 ? 0u - r : r);
}
