#include "testbenches/tests/lanai/programs/program.h"

static uint8_t buffer[300], other[300];

static uint32_t digest(const uint8_t* bytes, uint32_t count) {
  uint32_t crc = 0xFFFFFFFF;
  while (count--) {
    crc ^= *bytes++;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
  }
  return ~crc;
}

void program_memory(void) {
  for (uint32_t i = 0; i < sizeof buffer; ++i) {
    buffer[i] = (uint8_t)arbitrary();
    other[i] = 0;
  }
  for (uint32_t i = 0; i < 30; ++i) {
    const uint32_t from = arbitrary() % 100, to = arbitrary() % 100, count = arbitrary() % 200;
    __builtin_memcpy(other + to, buffer + from, count);
    __builtin_memmove(buffer + to, buffer + from, count);
    __builtin_memset(other + from, (int)i, count / 4);
    emit(digest(buffer, sizeof buffer));
    emit(digest(other, sizeof other));
    emit((uint32_t)(__builtin_memcmp(buffer, other, count) == 0));
  }
}
