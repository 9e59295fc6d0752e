#include "testbenches/tests/lanai/programs/program.h"

void program_shifts(void) {
  for (uint32_t count = 0; count < 64; ++count) {
    const uint32_t a = arbitrary(), n = count & 31;
    const uint64_t wide = (uint64_t)a << 32 | arbitrary();
    emit(a << n);
    emit(a >> n);
    emit((uint32_t)((int32_t)a >> n));
    emit(a << n | a >> (-n & 31));
    emit((uint32_t)(wide << count >> 32));
    emit((uint32_t)(wide << count));
    emit((uint32_t)(wide >> count >> 32));
    emit((uint32_t)(wide >> count));
    emit((uint32_t)((int64_t)wide >> count >> 32));
    emit((uint32_t)((int64_t)wide >> count));
    emit((uint32_t)(int8_t)(a >> 3) + (uint32_t)(int16_t)(a << 5));
  }
}
