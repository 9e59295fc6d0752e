/* The memory functions that compiled C may call. Word by word where both ends allow it. */
#include <stddef.h>
#include <stdint.h>

void* memcpy(void* to, const void* from, size_t bytes);
void* memmove(void* to, const void* from, size_t bytes);
void* memset(void* to, int value, size_t bytes);
int memcmp(const void* left, const void* right, size_t bytes);

void* memcpy(void* to, const void* from, size_t bytes) {
  uint8_t* t = to;
  const uint8_t* f = from;
  if ((((uint32_t)t | (uint32_t)f) & 3) == 0)
    for (; bytes >= 4; bytes -= 4, t += 4, f += 4) *(uint32_t*)t = *(const uint32_t*)f;
  while (bytes-- != 0) *t++ = *f++;
  return to;
}

void* memmove(void* to, const void* from, size_t bytes) {
  uint8_t* t = to;
  const uint8_t* f = from;
  if (t <= f) return memcpy(to, from, bytes);
  while (bytes-- != 0) t[bytes] = f[bytes];
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  uint8_t* t = to;
  while (bytes-- != 0) *t++ = (uint8_t)value;
  return to;
}

int memcmp(const void* left, const void* right, size_t bytes) {
  const uint8_t *l = left, *r = right;
  for (; bytes-- != 0; ++l, ++r)
    if (*l != *r) return *l - *r;
  return 0;
}
