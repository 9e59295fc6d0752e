/* Both sides of the comparison: `selected` says which program runs. */
#include "testbenches/tests/lanai/programs/program.h"

volatile uint32_t selected;
volatile uint32_t result_count;
uint32_t results[MOST_RESULTS];

static uint32_t state;

void emit(uint32_t result) {
  if (result_count < MOST_RESULTS) results[result_count] = result;
  result_count = result_count + 1;
}

uint32_t arbitrary(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

uint64_t arbitrary_wide(void) {
  const uint64_t high = arbitrary();
  return high << 32 | arbitrary();
}

uint32_t arbitrary_size(void) {
  const uint32_t value = arbitrary();
  return value >> (arbitrary() & 31);
}

uint64_t arbitrary_wide_size(void) {
  const uint64_t value = arbitrary_wide();
  return value >> (arbitrary() & 63);
}

#define PROGRAM(name) program_##name,
static void (*const programs[])(void) = {
#include "testbenches/tests/lanai/programs/programs.inc"
};
#undef PROGRAM

int run_selected(void);
int run_selected(void) {
  state = 0x2545F491;
  result_count = 0;
  programs[selected]();
  return 0;
}

#ifdef __lanai__
int main(void);
int main(void) {
  return run_selected();
}
#endif
