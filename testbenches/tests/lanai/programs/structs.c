#include "testbenches/tests/lanai/programs/program.h"

struct small {
  uint8_t a;
  int16_t b;
};
struct large {
  struct small parts[3];
  uint64_t wide;
  uint32_t words[4];
};

__attribute__((noinline)) static struct small swap(struct small s) {
  const struct small r = {(uint8_t)s.b, (int16_t)(s.a * 3)};
  return r;
}

__attribute__((noinline)) static struct large turn(struct large l, uint32_t by) {
  struct large r = l;
  for (uint32_t i = 0; i < 4; ++i) r.words[i] = l.words[(i + by) & 3];
  for (uint32_t i = 0; i < 3; ++i) r.parts[i] = swap(l.parts[(i + by) % 3]);
  r.wide = l.wide << by;
  return r;
}

void program_structs(void) {
  struct large l = {.wide = 0x0123456789ABCDEF, .words = {1, 2, 3, 4}};
  for (uint32_t i = 0; i < 60; ++i) {
    l.parts[i % 3].a = (uint8_t)arbitrary();
    l.parts[i % 3].b = (int16_t)arbitrary();
    l.words[i & 3] += arbitrary();
    l = turn(l, i % 5);
    l.wide ^= arbitrary();
    for (uint32_t j = 0; j < 3; ++j) emit(l.parts[j].a + (uint32_t)l.parts[j].b * 7);
    for (uint32_t j = 0; j < 4; ++j) emit(l.words[j]);
    emit((uint32_t)(l.wide >> 32));
    emit((uint32_t)l.wide);
  }
}
